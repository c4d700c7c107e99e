/** The result of comparing an incoming article with the stored ones. */
export type Disposition = 'unique' | 'exact_duplicate' | 'revision' | 'near_duplicate' | 'same_event'
