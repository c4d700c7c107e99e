import type { OpenChannel } from './channel.ts'

/** Writes each digest into a folder, in every format the settings name. Alerts are not written. */
export const openFileChannel: OpenChannel<'file'> = ({ folder, formats }, { writeFile }) => ({
  secret: null,
  digestTasks: ({ fileName, text }) =>
    formats.map((format) => {
      const name = fileName(format)
      return { recipient: `${folder}/${name}`, send: async () => writeFile(folder, name, await text(format)) }
    }),
  alertTasks: () => [],
})
