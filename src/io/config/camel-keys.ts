type Camel<Key> = Key extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Key

type CamelKeys<Row> = { [Key in keyof Row as Camel<Key>]: Row[Key] }

/** Converts the file's snake_case keys to camelCase, one level deep. The only place where this happens. */
export function camelKeys<Row extends object>(row: Row): CamelKeys<Row> {
  const renamed = Object.entries(row).map(([key, value]) => [
    key.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()),
    value,
  ])
  return Object.fromEntries(renamed) as CamelKeys<Row>
}
