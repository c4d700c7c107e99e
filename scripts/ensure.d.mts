export declare const root: string
export declare function ensureNewerNode(): string
