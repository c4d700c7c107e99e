import { DatabaseSync } from '@photostructure/sqlite'

/* A program that holds the write lock of an SQLite file until it is ended, as one that was stopped with Ctrl-Z does.
   Arguments: the file, and what to commit directly before. */

const db = new DatabaseSync(process.argv[2])
db.exec('pragma busy_timeout = 20000')
db.exec(`begin immediate; ${process.argv[3] ?? ''}; commit; begin immediate`)
process.stdout.write('held\n')
// A connection that nothing refers to is closed by the garbage collector, and its lock ends.
setInterval(() => db.isOpen, 1_000)
