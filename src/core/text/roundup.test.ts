import { expect, test } from 'vitest'
import { isRoundup } from './roundup.ts'

test.each([
  'Friday briefing: A ferry sinks, a verdict falls, a mayor resigns',
  'Morning Briefing – what to know today',
  'Weekly roundup: releases, talks and jobs',
  'Der Morgen: Nebel, Spargel, Finale',
  'News in brief: three councils, one bridge',
  'Das Wichtigste am Abend: drei Meldungen',
  '海潮早報｜5月10日　三件事',
  'Итоги дня: три новости',
])('%s is a roundup', (title) => expect(isRoundup(title)).toBe(true))

test.each([
  'Ferry sinks off Palawan, at least three dead',
  'Police give briefing on missing boy',
  'Morning fire destroys depot',
  'Der Morgen danach in Rostock',
  'Digest of the court: bank chief jailed',
  '読売新聞朝刊の配達員が人命救助',
  'Live: election count in Reykjavik',
])('%s is no roundup', (title) => expect(isRoundup(title)).toBe(false))
