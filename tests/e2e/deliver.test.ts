import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { renderDigest } from '../../src/core/digest/render/render-digest.ts'
import type { Digest } from '../../src/core/domain/digest.ts'
import { composeMail } from '../../src/io/deliver/compose-mail.ts'
import { deliverMail, type MailServer, usualSecurity } from '../../src/io/deliver/deliver-mail.ts'
import { aDigest, aDigestArticle, aDigestItem, aHostileDigest } from '../support/a-digest.ts'
import { localhostCertificate } from '../support/localhost-certificate.ts'
import { startMailTrap } from '../support/mail-trap.ts'

/* Mail through a real SMTP server, taken apart again by another parser than the one that made it. */

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

interface Mailbox {
  readonly server: MailServer
  readonly received: {
    readonly raw: string
    readonly from: string
    readonly to: readonly string[]
    readonly secure: boolean
  }[]
  readonly logins: string[]
  /** Cuts every connection as a crash would. */
  readonly cut: () => void
}

async function startMailbox(options: SMTPServerOptions & { user?: string } = {}): Promise<Mailbox> {
  const received: Mailbox['received'] = []
  const logins: string[] = []
  const smtp = new SMTPServer({
    ...localhostCertificate,
    disableReverseLookup: true,
    authOptional: true,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) => {
      logins.push(`${username}:${password}`)
      if (password === 'p4ss-wörd') done(null, { user: username! })
      else done(new Error(`Invalid login for ${password}`))
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          raw: Buffer.concat(chunks).toString('latin1'),
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          secure: session.secure,
        })
        done()
      })
    },
    ...options,
  })
  smtp.on('error', () => {})
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise<void>((resolve) => smtp.close(resolve)))
  const { port } = smtp.server.address() as AddressInfo
  const sockets = () => [...(smtp as unknown as { connections: Set<{ _socket: Socket }> }).connections]
  return {
    server: {
      host: '127.0.0.1',
      port,
      security: 'starttls',
      user: 'desk',
      password: 'p4ss-wörd',
      ca: localhostCertificate.cert,
      timeoutMs: 2000,
    },
    received,
    logins,
    cut: () => {
      for (const { _socket } of sockets()) _socket.destroy()
    },
  }
}

const addressed = { from: 'Morning Desk <desk@paper.example>', to: 'reader@home.example' }
const mailOf = (digest: Digest, language: 'en' | 'zh' = 'en') =>
  renderDigest(digest, 'email', {
    language,
    pageUrl: 'https://paper.example/2026-11-15-morning',
    mail: { deliveryKey: 'k', domain: 'paper.example', unsubscribe: ['https://paper.example/out'] },
  })
const parse = (raw: string): Promise<Email> => PostalMime.parse(Buffer.from(raw, 'latin1'))
const headerNames = ({ headers }: Email) => headers.map(({ key }) => key)
const failure = (code: number, message: string) => Object.assign(new Error(message), { responseCode: code })

describe('a mail that is sent', () => {
  test('goes over TLS with a login, and is read back whole', async () => {
    const mailbox = await startMailbox()
    const mail = mailOf(aDigest(), 'zh')
    expect(await deliverMail(mailbox.server, mail, addressed)).toMatchObject({ kind: 'sent' })
    const [got] = mailbox.received
    expect(got).toMatchObject({ from: 'desk@paper.example', to: ['reader@home.example'], secure: true })
    const email = await parse(got!.raw)
    expect(email.subject).toBe('早報 11月15日：Harbour bridge closed after inspectors find cracked hanger')
    expect(email.from).toEqual({ name: 'Morning Desk', address: 'desk@paper.example' })
    expect(email.messageId).toBe(mail.headers['Message-ID'])
    expect(email.date).toBe('2026-11-14T23:00:00.000Z')
    expect(email.html?.trim()).toBe(mail.html.trim())
    expect(email.text?.trim()).toBe(mail.text.trim())
    const unsubscribe = email.headers.find(({ key }) => key === 'list-unsubscribe')
    expect(unsubscribe?.value).toBe('<https://paper.example/out>')
    expect(got!.raw).toMatch(/^Content-Type: multipart\/alternative/m)
  })

  test('may go over TLS from the first byte, or to the same machine without', async () => {
    const secure = await startMailbox({ secure: true })
    expect(await deliverMail({ ...secure.server, security: 'tls' }, mailOf(aDigest()), addressed)).toMatchObject({
      kind: 'sent',
    })
    const open = await startMailbox()
    expect(
      await deliverMail({ ...open.server, security: 'plain', user: null }, mailOf(aDigest()), addressed),
    ).toMatchObject({ kind: 'sent' })
    expect([secure.received[0]!.secure, open.received[0]!.secure, open.logins]).toEqual([true, false, []])
  })

  test('is under 100 kB as it travels, whatever the digest', async () => {
    const items = Array.from({ length: 400 }, (_, i) =>
      aDigestItem(`話題 ${i}`, aDigestArticle(`長い見出し ${i} `.repeat(9), '海峡新聞', { language: 'ja' })),
    )
    const mailbox = await startMailbox()
    const digest = aDigest({ alsoMentioned: items, noteworthy: [{ category: '経済', items: items.slice(0, 60) }] })
    await deliverMail(mailbox.server, mailOf(digest), addressed)
    const { raw } = mailbox.received[0]!
    expect(raw.length).toBeLessThan(100_000)
    expect(raw.length).toBeGreaterThan(85_000)
    expect((await parse(raw)).text).toMatch(/\d+ items left out/)
  })

  test('has the headers we gave it and no other, whatever the feeds and the settings say', async () => {
    const mailbox = await startMailbox()
    const from = 'Desk\r\nBcc: victim@example.com <desk@paper.example>'
    const to = 'reader@home.example\r\nX-Evil: 1'
    const subject = 'Hello\r\nBcc: victim@example.com\r\n\r\nbody'
    await deliverMail(mailbox.server, { ...mailOf(aHostileDigest()), subject }, { from, to: 'reader@home.example' })
    const email = await parse(mailbox.received[0]!.raw)
    expect(headerNames(email).filter((name) => /bcc|evil/.test(name))).toEqual([])
    expect(email.subject).toBe('Hello Bcc: victim@example.com body')
    expect(mailbox.received[0]!.to).toEqual(['reader@home.example'])
    await expect(composeMail(mailOf(aDigest()), { from, to })).rejects.toThrow('a mail needs the address')
  })

  test('is the same bytes twice', async () => {
    const [one, two] = [
      await composeMail(mailOf(aDigest()), addressed),
      await composeMail(mailOf(aDigest()), addressed),
    ]
    expect(two.raw.equals(one.raw)).toBe(true)
  })
})

describe('a mail that certainly was not sent', () => {
  const deliver = (server: MailServer) => deliverMail(server, mailOf(aDigest()), addressed)

  test('a refused login says so, without the password', async () => {
    const mailbox = await startMailbox()
    const outcome = await deliver({ ...mailbox.server, password: 'wr0ng-secret' })
    expect(outcome).toMatchObject({ kind: 'failed', retry: false })
    expect(JSON.stringify(outcome)).toMatch(/Invalid login for \*\*\*/)
    expect(JSON.stringify(outcome)).not.toContain('wr0ng')
  })

  test('a certificate nobody vouches for ends it before the login', async () => {
    const mailbox = await startMailbox()
    const { ca: _, ...server } = mailbox.server
    expect(await deliver(server)).toMatchObject({ kind: 'failed' })
    expect(mailbox.logins).toEqual([])
  })

  test.each(['endless', 'silent'] as const)(
    'a server that is %s is left after the time it has in all',
    async (kind) => {
      const trap = await startMailTrap(kind)
      const server = {
        host: '127.0.0.1',
        security: 'plain',
        user: null,
        password: null,
        port: trap.port,
        totalMs: 200,
      } as const
      expect(await deliver(server)).toMatchObject({
        kind: 'failed',
        retry: true,
        reason: expect.stringContaining('0.2 s'),
      })
      await trap.close()
    },
  )

  test('a delivery ends when the process is told to stop', async () => {
    const trap = await startMailTrap('endless')
    const stop = new AbortController()
    const server = { host: '127.0.0.1', security: 'plain', user: null, password: null, port: trap.port } as const
    const ended = deliverMail(server, mailOf(aDigest()), addressed, stop.signal)
    await trap.caught
    stop.abort()
    expect(await ended).toMatchObject({ kind: 'failed', retry: true })
    await trap.close()
  })

  test('a server without TLS gets neither password nor mail', async () => {
    const mailbox = await startMailbox({ disabledCommands: ['STARTTLS'] })
    expect(await deliver(mailbox.server)).toMatchObject({ kind: 'failed' })
    expect([mailbox.logins, mailbox.received]).toEqual([[], []])
  })

  test.each([
    ['an unknown reader is for good', 550, false],
    ['a full mailbox is for now', 452, true],
  ])('%s', async (_fact, code, retry) => {
    const mailbox = await startMailbox({ onRcptTo: (_address, _session, done) => done(failure(code, 'no')) })
    expect(await deliver(mailbox.server)).toMatchObject({ kind: 'failed', retry })
  })

  test.each([
    ['for good', 554, false],
    ['for now', 451, true],
  ])('refused after it was read, %s', async (_fact, code, retry) => {
    const mailbox = await startMailbox({
      onData: (stream, _session, done) => stream.resume().on('end', () => done(failure(code, 'not this'))),
    })
    expect(await deliver(mailbox.server)).toMatchObject({ kind: 'failed', retry })
  })

  test('a connection lost before the message', async () => {
    const mailbox: Mailbox = await startMailbox({ onRcptTo: () => mailbox.cut() })
    expect(await deliver(mailbox.server)).toMatchObject({ kind: 'failed', retry: true })
  })

  test('nobody at home, or nobody who speaks', async () => {
    const silent: Server = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const server: MailServer = {
      host: '127.0.0.1',
      port,
      security: 'plain',
      user: null,
      password: null,
      timeoutMs: 300,
    }
    expect(await deliver(server)).toMatchObject({ kind: 'failed', retry: true })
    await new Promise((resolve) => silent.close(resolve))
    expect(await deliver(server)).toMatchObject({ kind: 'failed', retry: true })
  })

  test('addresses that are none', async () => {
    const mailbox = await startMailbox()
    const outcome = await deliverMail(mailbox.server, mailOf(aDigest()), { from: 'nobody', to: '' })
    expect(outcome).toMatchObject({ kind: 'failed', retry: false })
  })
})

describe('a mail of which nobody knows', () => {
  const deliver = (server: MailServer) => deliverMail({ ...server, timeoutMs: 500 }, mailOf(aDigest()), addressed)

  test('the connection is lost after the last byte', async () => {
    const mailbox: Mailbox = await startMailbox({ onData: (stream) => stream.resume().on('end', () => mailbox.cut()) })
    expect(await deliver(mailbox.server)).toMatchObject({ kind: 'unknown' })
  })

  test('the connection is lost in the middle', async () => {
    const mailbox: Mailbox = await startMailbox({
      onData: (stream) => stream.once('data', () => mailbox.cut()).resume(),
    })
    expect(await deliver(mailbox.server)).toMatchObject({ kind: 'unknown' })
  })

  test('the server never says what became of it', async () => {
    const mailbox = await startMailbox({ onData: (stream) => stream.resume() })
    expect(await deliver(mailbox.server)).toMatchObject({ kind: 'unknown' })
  })

  test('the server goes away instead of an answer', async () => {
    const mailbox = await startMailbox({
      onData: (stream, _session, done) => stream.resume().on('end', () => done(failure(421, 'going down'))),
    })
    expect(await deliver(mailbox.server)).toMatchObject({ kind: 'unknown' })
  })
})

test.each([
  ['mail.example', 465, 'tls'],
  ['mail.example', 587, 'starttls'],
  ['mail.example', 25, 'starttls'],
  ['127.0.0.1', 1025, 'plain'],
  ['127.0.0.1.example', 25, 'starttls'],
] as const)('at %s:%i the usual is %s', (host, port, security) => expect(usualSecurity(host, port)).toBe(security))
