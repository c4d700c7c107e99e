import type { Delivery } from '../../http/contract/deliveries.ts'
import { useTexts } from '../page.ts'
import { deliveryWords } from '../reason-words.ts'

/** How a delivery stands, and what the other side said of it: quoted as it came, mostly in English. */
export function DeliveryWords({ delivery }: { readonly delivery: Pick<Delivery, 'reason' | 'words'> }) {
  const { detail } = delivery.reason
  return (
    <>
      {deliveryWords(useTexts(), delivery)}
      {detail !== null && (
        <>
          {' '}
          <q lang="en">{detail}</q>
        </>
      )}
    </>
  )
}
