import { expect, test } from 'vitest'
import { imageType } from './image-type.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

test.each([
  ['\x89PNG\r\n\x1a\n....', 'image/png'],
  ['\xff\xd8\xff\xe0..JFIF', 'image/jpeg'],
  ['GIF87a.', 'image/gif'],
  ['GIF89a.', 'image/gif'],
  ['RIFF....WEBPVP8 ', 'image/webp'],
  ['\0\0\0\x20ftypavif', 'image/avif'],
  ['\0\0\x01\0\x01\0', 'image/x-icon'],
  ['', null],
  ['GIF', null],
  ['<svg xmlns="http://www.w3.org/2000/svg">', null],
  ['<?xml version="1.0"?><svg/>', null],
  ['<!doctype html><script>alert(1)</script>', null],
  [' GIF89a', null],
  ['\0\0\0\x20ftypmp42', null],
  ['%PDF-1.7', null],
])('%j is %s', (text, type) => expect(imageType(bytes(text))).toBe(type))
