import type { ReaderSettings } from '../core/domain/reader-settings.ts'
import { type ApiRoute, route } from './api-route.ts'
import { changeSettings, getSettings, visit } from './contract/me.ts'
import { isoOrNull } from './iso.ts'

const toSettings = ({ languages, ...settings }: ReaderSettings) => ({ ...settings, languages: [...languages] })

export const meRoutes: readonly ApiRoute[] = [
  route(visit, async ({ own }) => ({ since: isoOrNull(await own.visits.visit()) })),
  route(getSettings, async ({ own }) => toSettings(await own.settings.get())),
  route(changeSettings, async ({ own, body }) =>
    toSettings(
      await own.settings.change({ ...body, ...(body.languages && { languages: [...new Set(body.languages)] }) }),
    ),
  ),
]
