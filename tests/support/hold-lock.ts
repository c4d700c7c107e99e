import { DatabaseSync } from '@photostructure/sqlite'

/* A program that holds the write lock of an SQLite file until it is ended, as one that was stopped with Ctrl-Z does.
   Argument: the file. */

const db = new DatabaseSync(process.argv[2]!)
db.exec('pragma busy_timeout = 20000')
db.exec('begin immediate')
process.stdout.write('held\n')
setInterval(() => {}, 1_000)
