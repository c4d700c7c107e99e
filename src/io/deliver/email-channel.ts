import type { Mail } from '../../core/domain/mail.ts'
import type { ChannelSettings, DeliveryEffects, DeliveryTask, MailIdentity, OpenChannel } from './channel.ts'
import { usualSecurity } from './deliver-mail.ts'
import { type DeliveryOutcome, isOutcome } from './delivery-outcome.ts'
import type { SecretSource } from './read-secret.ts'
import { withRetries } from './with-retries.ts'

/** Mails digests and alerts over SMTP, one mail per reader. */
export const openEmailChannel: OpenChannel<'email'> = (settings, effects) => {
  const tasks = (subject: string, mail: (identity: MailIdentity) => Mail): DeliveryTask[] =>
    settings.to.map((to) => ({
      recipient: to,
      send: (stop) => sendMail(mail(identityOf(settings.from, `${subject} ${to}`)), { to, stop }, settings, effects),
    }))
  return {
    secret: passwordOf(settings),
    digestTasks: ({ subject, mail }) => tasks(subject, mail),
    alertTasks: ({ subject, mail }) => tasks(subject, mail),
  }
}

async function sendMail(
  mail: Mail,
  { to, stop }: { readonly to: string; readonly stop: AbortSignal },
  settings: ChannelSettings<'email'>,
  effects: DeliveryEffects,
): Promise<DeliveryOutcome> {
  const { host, port, security, user, from } = settings
  const password = await effects.secret(passwordOf(settings))
  if (isOutcome(password)) return password
  const server = { host, port, security: security ?? usualSecurity(host, port), user: user ?? null, password }
  return withRetries(() => effects.sendMail(server, mail, { from, to }, stop), effects.retries, stop)
}

const passwordOf = ({ passwordEnv, passwordFile }: ChannelSettings<'email'>): SecretSource => ({
  env: passwordEnv ?? null,
  file: passwordFile ?? null,
})

function identityOf(from: string, deliveryKey: string): MailIdentity {
  const domain = from.split('@').at(-1)!.replace(/>$/, '').trim()
  return { deliveryKey, domain, unsubscribe: [`mailto:${bareAddress(from)}?subject=unsubscribe`] }
}

const bareAddress = (from: string): string => /<([^>]+)>/.exec(from)?.[1] ?? from
