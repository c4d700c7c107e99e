import { isomorphicDecode } from '@exodus/bytes/encoding.js'

/**
 * The upper halves of DOS code pages that old servers still declare and browsers do not support; the lower halves are
 * ASCII. Source: the mapping tables of the Unicode consortium,
 * https://www.unicode.org/Public/MAPPINGS/VENDORS/MICSFT/PC/
 */
const upperHalves: ReadonlyMap<string, string> = new Map([
  [
    'ibm437',
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ],
  [
    'ibm850',
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  ],
  [
    'ibm852',
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
  ],
  [
    'ibm855',
    'ђЂѓЃёЁєЄѕЅіІїЇјЈљЉњЊћЋќЌўЎџЏюЮъЪаАбБцЦдДеЕфФгГ«»░▒▓│┤хХиИ╣║╗╝йЙ┐└┴┬├─┼кК╚╔╩╦╠═╬¤лЛмМнНоОп┘┌█▄Пя▀ЯрРсСтТуУжЖвВьЬ№\u00adыЫзЗшШэЭщЩчЧ§■\u00a0',
  ],
])

/** Whether a name is one of these code pages. */
export function isCodePage(name: string): boolean {
  return upperHalves.has(name)
}

/** The code page a label means (`IBM855`, `cp855`, `855`, `csIBM855`), null for any other label. */
export function codePageName(label: string): string | null {
  const number = /^(?:cs)?(?:ibm|cp|dos-?)?([0-9]{3})$/.exec(label)?.[1]
  return number !== undefined && upperHalves.has(`ibm${number}`) ? `ibm${number}` : null
}

/** Decodes bytes of a code page. */
export function decodeCodePage(bytes: Uint8Array, name: string): string {
  const upper = upperHalves.get(name) ?? ''
  return isomorphicDecode(bytes).replace(/[\x80-\xff]/g, (byte) => upper[byte.charCodeAt(0) - 128]!)
}
