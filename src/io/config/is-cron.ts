import { Cron } from 'croner'

/** Whether a text is five cron fields that name a time which comes; 30 February does not. */
export function isCron(text: string): boolean {
  if (text.trim().split(/\s+/).length !== 5) return false
  try {
    return new Cron(text, { paused: true, mode: '5-part' }).nextRun(new Date(0)) !== null
  } catch {
    return false
  }
}
