/** How a delivery stands. `detail` is what the other side, or a library, said of it. */
export type DeliveryReason =
  | { readonly code: 'sent'; readonly detail: null }
  | { readonly code: 'sending'; readonly detail: null }
  | { readonly code: 'failed'; readonly detail: string | null }
  | { readonly code: 'abandoned'; readonly detail: string | null }
  | { readonly code: 'inDoubt'; readonly detail: string | null }
