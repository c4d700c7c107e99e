import type { z } from 'zod'
import { includesScope } from '../app/sessions.ts'
import type { FindingReason } from '../core/domain/finding-reason.ts'
import { type ApiRoute, route } from './api-route.ts'
import { getAdvice } from './contract/advice.ts'
import type { findingReason } from './contract/finding-reasons.ts'
import { iso } from './iso.ts'

const toReason = (reason: FindingReason): z.input<typeof findingReason> =>
  'at' in reason
    ? { ...reason, at: iso(reason.at) }
    : 'channels' in reason
      ? { ...reason, channels: [...reason.channels] }
      : reason

export const adviceRoutes: readonly ApiRoute[] = [
  route(getAdvice, async ({ own, visitor }) => {
    const server = includesScope(visitor.scope, 'admin') ? await own.advice.server() : []
    return {
      items: await own.advice.feeds(),
      server: server.flatMap(({ name, state, finding, cure, reason }) =>
        reason === undefined ? [] : [{ name, state, reason: toReason(reason), words: finding, cure }],
      ),
    }
  }),
]
