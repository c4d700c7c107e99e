import pg from 'pg'

/** A value of a row, as COPY takes it: bytes are written in hexadecimal digits. */
export type Value = string | number | null

/** Loads rows into a table by COPY, which is several times as fast as inserting them. */
export async function copyRows(
  client: pg.Client,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Value[]>,
): Promise<void> {
  const text = `copy ${table} (${columns.join(', ')}) from stdin`
  let lines: string[] = []
  for (const row of rows) {
    lines.push(row.map(field).join('\t'))
    if (lines.length === ROWS_A_MESSAGE) await copyLines(client, text, lines.splice(0))
  }
  if (lines.length > 0) await copyLines(client, text, lines)
  lines = []
}

const ROWS_A_MESSAGE = 4_000

/** https://www.postgresql.org/docs/current/sql-copy.html, the text format. */
function field(value: Value): string {
  if (value === null) return '\\N'
  return typeof value === 'number' ? String(value) : value.replace(/[\\\t\n\r]/g, (char) => ESCAPES[char]!)
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** What pg shows of a connection to a query that is answered by "send me the rows". */
interface CopyConnection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

function copyLines(client: pg.Client, text: string, lines: readonly string[]): Promise<void> {
  const bytes = Buffer.from(`${lines.join('\n')}\n`)
  return new Promise((resolve, reject) => {
    const query = new pg.Query(text, [])
    const parts = {
      handleCopyInResponse: (connection: CopyConnection) => {
        connection.sendCopyFromChunk(bytes)
        connection.endCopyFrom()
      },
      callback: (error: Error | null) => (error ? reject(error) : resolve()),
    }
    client.query(Object.assign(query, parts))
  })
}
