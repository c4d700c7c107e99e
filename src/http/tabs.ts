import type { ShownTab } from '../app/web-tabs.ts'
import { type ApiRoute, route } from './api-route.ts'
import { addTab, changeTab, listTabs, orderTabs, removeTab, type Tab } from './contract/tabs.ts'
import { notFound } from './refusal.ts'

const toTab = ({ id, limit, ...tab }: ShownTab): Tab => ({ key: id, itemLimit: limit, ...tab })

export const tabRoutes: readonly ApiRoute[] = [
  route(listTabs, async ({ own }) => ({ items: (await own.tabs.list()).map(toTab), next: null })),
  route(addTab, async ({ own, body }) => toTab(await own.tabs.add(body))),
  route(orderTabs, async ({ own, body }) => ({ items: (await own.tabs.order(body.keys)).map(toTab), next: null })),
  route(changeTab, async ({ own, params, body }) => {
    const changed = await own.tabs.change(params.key, body)
    if (changed === null) throw notFound()
    return toTab(changed)
  }),
  route(removeTab, async ({ own, params }) => {
    if (!(await own.tabs.remove(params.key))) throw notFound()
    return undefined
  }),
]
