/** A proposal to copy, as the messages of this program write it: a command in backquotes. */
const COMMAND = /`copytaster(?= |`)/g

/** A message whose commands can be copied: in a clone the program is called `npm start --`, by npx `npx copytaster`. */
export const asInvoked = (text: string, invocation: string): string => text.replace(COMMAND, () => `\`${invocation}`)
