/** What became of an incoming article. */
export type Disposition = 'unique' | 'exact_duplicate' | 'revision' | 'near_duplicate' | 'same_event'
