import type { DigestArticle } from '../../domain/digest.ts'
import { hanScript } from '../../text/han-script.ts'

/** The value of a `lang` attribute. For Chinese it includes the script, which decides the glyphs. */
export function langOf(language: string | null, text: string): string {
  if (language === null || !/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language)) return ''
  const script = language === 'zh' ? hanScript(text) : null
  return script === null ? language : `${language}-${script}`
}

/** The `lang` of an article, by its headline where its own tag is not enough. */
export const articleLang = ({ language, title }: DigestArticle): string => langOf(language, title)
