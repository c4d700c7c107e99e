/** An edge between two nodes. Without a link it counts in the mean, but brings no clusters together. */
export type LinkageEdge = { readonly a: number; readonly b: number; readonly weight: number; readonly isLink: boolean }

/** What clusters are made by. */
export type LinkagePolicy = {
  /** Two clusters merge while the mean weight between them, by their masses, reaches this. */
  readonly least: number
  /** How much is expected of each node: the weight between two is measured against the product of their masses. */
  readonly masses: Float64Array
  /** Whether two clusters, as lists of nodes, must stay apart. */
  readonly areApart?: (a: readonly number[], b: readonly number[]) => boolean
}

/** What lies between two clusters. */
type Between = { readonly weight: number; readonly isLink: boolean }

/** Two clusters that may merge, with the mean at the time they were entered. */
type Candidate = { readonly mean: number; readonly a: number; readonly b: number }

/**
 * Agglomerative clustering by average linkage over a sparse graph: the two linked clusters with the highest mean weight
 * merge first. Pairs without an edge count as nothing, so clusters do not grow by chains; clusters merge only over a link,
 * so each is connected by links. Equal means go to the earlier nodes, so that equal input gives equal output.
 */
export function averageLinkage(nodes: number, edges: readonly LinkageEdge[], policy: LinkagePolicy): Int32Array {
  const members = Array.from({ length: nodes }, (_, node) => [node])
  const masses = policy.masses.slice()
  const between = Array.from({ length: nodes }, () => new Map<number, Between>())
  for (const { a, b, weight, isLink } of edges) {
    between[a]!.set(b, { weight, isLink })
    between[b]!.set(a, { weight, isLink })
  }
  const meanOf = (a: number, b: number, { weight }: Between): number => weight / (masses[a]! * masses[b]!)
  const queue = createQueue()
  const offer = (a: number, b: number): void => {
    const both = between[a]!.get(b)
    if (!both?.isLink) return
    const mean = meanOf(a, b, both)
    if (mean >= policy.least) queue.push(a < b ? { mean, a, b } : { mean, a: b, b: a })
  }
  for (const { a, b } of edges) offer(a, b)
  for (let next = queue.pop(); next !== null; next = queue.pop()) {
    const { mean, a, b } = next
    const both = between[a]!.get(b)
    // What was entered before one of the two grew is out of date.
    if (both === undefined || meanOf(a, b, both) !== mean) continue
    if (policy.areApart?.(members[a]!, members[b]!)) {
      separate(between, a, b)
      continue
    }
    absorb(between, a, b)
    members[a]!.push(...members[b]!)
    members[b] = []
    masses[a]! += masses[b]!
    for (const other of between[a]!.keys()) offer(a, other)
  }
  return labelsOf(members, nodes)
}

/** Clusters that must stay apart do so however much they grow: their weight stays, their link goes. */
function separate(between: readonly Map<number, Between>[], a: number, b: number): void {
  const apart = { weight: between[a]!.get(b)!.weight, isLink: false }
  between[a]!.set(b, apart)
  between[b]!.set(a, apart)
}

/** Gives the first cluster all that lies between the second and others. */
function absorb(between: readonly Map<number, Between>[], a: number, b: number): void {
  between[a]!.delete(b)
  for (const [other, own] of between[b]!) {
    if (other === a) continue
    const known = between[a]!.get(other)
    const sum = known === undefined ? own : { weight: known.weight + own.weight, isLink: known.isLink || own.isLink }
    between[a]!.set(other, sum)
    between[other]!.delete(b)
    between[other]!.set(a, sum)
  }
  between[b]!.clear()
}

/** Labels number clusters by their first member. */
function labelsOf(members: readonly (readonly number[])[], nodes: number): Int32Array {
  const labels = new Int32Array(nodes).fill(-1)
  const clusterOf = new Int32Array(nodes)
  members.forEach((list, cluster) => {
    for (const node of list) clusterOf[node] = cluster
  })
  const numbers = new Map<number, number>()
  for (let node = 0; node < nodes; node++) {
    const cluster = clusterOf[node]!
    const number = numbers.get(cluster) ?? numbers.size
    numbers.set(cluster, number)
    labels[node] = number
  }
  return labels
}

/** A binary heap: the highest mean first, then the earlier nodes. */
function createQueue() {
  const heap: Candidate[] = []
  const isBefore = (x: Candidate, y: Candidate): boolean =>
    x.mean !== y.mean ? x.mean > y.mean : x.a !== y.a ? x.a < y.a : x.b < y.b
  const swap = (i: number, j: number): void => {
    const held = heap[i]!
    heap[i] = heap[j]!
    heap[j] = held
  }
  return {
    push: (one: Candidate): void => {
      heap.push(one)
      for (let at = heap.length - 1; at > 0; ) {
        const parent = (at - 1) >> 1
        if (!isBefore(heap[at]!, heap[parent]!)) return
        swap(at, parent)
        at = parent
      }
    },
    pop: (): Candidate | null => {
      if (heap.length === 0) return null
      swap(0, heap.length - 1)
      const first = heap.pop()!
      for (let at = 0; ; ) {
        let child = 2 * at + 1
        if (child >= heap.length) return first
        if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++
        if (!isBefore(heap[child]!, heap[at]!)) return first
        swap(at, child)
        at = child
      }
    },
  }
}
