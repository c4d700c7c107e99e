import type { ShownRule } from '../app/web-rules.ts'
import { type ApiRoute, route } from './api-route.ts'
import { toArticle } from './articles.ts'
import { addRule, changeRule, dryRunRule, listRules, type Rule, removeRule } from './contract/rules.ts'
import { iso } from './iso.ts'
import { notFound } from './refusal.ts'
import { understood } from './search.ts'

const toRule = ({ id, kind, query, createdAt, problem, problemReason }: ShownRule): Rule => ({
  id,
  kind,
  query,
  createdAt: iso(createdAt),
  problem,
  problemReason,
})

export const ruleRoutes: readonly ApiRoute[] = [
  route(listRules, async ({ own }) => ({ items: (await own.rules.list()).map(toRule), next: null })),
  route(addRule, async ({ own, body }) => toRule(await understood('body.query', own.rules.add(body.kind, body.query)))),
  route(changeRule, async ({ own, params, body: { kind, query } }) => {
    const change = { ...(kind === undefined ? {} : { kind }), ...(query === undefined ? {} : { query }) }
    const changed = await understood('body.query', own.rules.change(params.id, change))
    if (changed === null) throw notFound()
    return toRule(changed)
  }),
  route(removeRule, async ({ own, params }) => {
    if (!(await own.rules.remove(params.id))) throw notFound()
    return undefined
  }),
  route(dryRunRule, async ({ own, body }) => {
    const { examples, ...run } = await understood('body.query', own.rules.dryRun(body.query))
    return { ...run, examples: examples.map(toArticle) }
  }),
]
