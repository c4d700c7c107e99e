/** An instant as the API writes it. */
export const iso = (at: number): string => new Date(at).toISOString()
