const READING: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'is a folder, not a file',
  EACCES: 'cannot be read: you have no right to',
  EPERM: 'cannot be read: you have no right to',
  EIO: 'cannot be read: the disk failed',
}

const WRITING: Readonly<Record<string, string>> = {
  ENOENT: 'the folder is not there; make it first',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EISDIR: 'there is a folder of that name',
  EACCES: 'you have no right to write there',
  EPERM: 'you have no right to write there',
  EROFS: 'that disk cannot be written',
  ENOSPC: 'the disk is full; make room',
  EDQUOT: 'your share of the disk is full; make room',
  EFBIG: 'it would be larger than a file may be here',
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | null)?.code ?? 'for an unknown reason'

/** Why a file cannot be read, in words, after its name. */
export const unreadable = (file: string, error: unknown): string =>
  `${file}: ${READING[codeOf(error)] ?? `cannot be read (${codeOf(error)})`}`

/** Why a file cannot be written, in words, after its name. */
export const unwritable = (file: string, error: unknown): string =>
  `${file}: cannot be written${WRITING[codeOf(error)] ? `: ${WRITING[codeOf(error)]}` : ` (${codeOf(error)})`}`
