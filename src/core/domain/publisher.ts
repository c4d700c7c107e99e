/** A request as a publisher of the demonstration receives it. */
export interface PublisherRequest {
  /** Without a port: host names alone tell the publishers apart. */
  readonly url: string
  readonly ifNoneMatch: string | null
  readonly ifModifiedSince: string | null
}

/** What a publisher of the demonstration sends back: a response, or nothing until the client gives up. */
export type PublisherAnswer =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: Uint8Array
    }
  | { readonly kind: 'stall' }
