/** A push notification: short plain text. */
export interface Notification {
  /** One line. */
  readonly title: string
  readonly text: string
  /** What opens when it is tapped; null for nothing. */
  readonly url: string | null
}
