import type { WholeStory } from '../screens/story.tsx'

/** Placeholder: split and join come with the commits that follow. */
export const StoryCorrections = (_: { readonly story: WholeStory }) => null
