import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The projects with the longest files first: a long file that begins last leaves the other processor idle. */
const ORDER = ['gates', 'e2e', 'pages', 'contract', 'rooms', 'unit']

/** Vitest's own order, by how long files took last time or how large they are, within the order of the projects. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => ORDER.indexOf(a.project.name) - ORDER.indexOf(b.project.name))
  }
}
