import type { z } from 'zod'
import type { article, wholeArticle } from '../http/contract/articles.ts'
import type { Endpoint } from '../http/contract/endpoint.ts'
import type { Problem } from '../http/contract/problem.ts'

/** What an endpoint of the contract answers. */
export type Answer<E> =
  E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer A extends z.ZodType> ? z.output<A> : never

export type Article = z.output<typeof article>
export type WholeArticle = z.output<typeof wholeArticle>
export type ReadState = Article['state']
export type { Problem }

/** An answer that was no success, as a value that can be thrown. */
export class ApiProblem extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.detail)
    this.name = 'ApiProblem'
    this.problem = problem
  }
}

const UNKNOWN: Problem = { type: 'about:blank', title: '', status: 0, code: 'unknown', detail: '' }

/** Why a call to the API failed. */
export const problemOf = (error: unknown): Problem => (error instanceof ApiProblem ? error.problem : UNKNOWN)
