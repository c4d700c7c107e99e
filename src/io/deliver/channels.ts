import type {
  ChannelName,
  ChannelOpeners,
  ChannelSettings,
  DeliveryEffects,
  DeliverySettings,
  NamedChannel,
} from './channel.ts'
import { openEmailChannel } from './email-channel.ts'
import { openFileChannel } from './file-channel.ts'
import { openNtfyChannel } from './ntfy-channel.ts'
import { openWebhookChannel } from './webhook-channel.ts'

/** Every channel, in the order of delivery. A channel of the settings without a line here does not compile. */
const CHANNELS: ChannelOpeners = {
  file: openFileChannel,
  email: openEmailChannel,
  webhook: openWebhookChannel,
  ntfy: openNtfyChannel,
}

/** The channels that the settings configure. */
export function openChannels(settings: DeliverySettings, effects: DeliveryEffects): NamedChannel[] {
  const names = Object.keys(CHANNELS) as ChannelName[]
  return names.flatMap((name) => {
    const own = settings[name]
    return own === undefined ? [] : openChannel(name, own, effects)
  })
}

function openChannel<Name extends ChannelName>(
  name: Name,
  settings: ChannelSettings<Name>,
  effects: DeliveryEffects,
): NamedChannel {
  return { name, ...CHANNELS[name](settings, effects) }
}

/** The mail channel of the settings, to an address of a reader's own; none where the settings have none. */
export function mailTo(address: string, { email }: DeliverySettings, effects: DeliveryEffects): NamedChannel[] {
  return email === undefined ? [] : [openChannel('email', { ...email, to: [address] }, effects)]
}
