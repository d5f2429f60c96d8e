import type { UserInfo } from './session.ts'

/** Whether there are VIP levels. Where there are, somebody on the lowest one always has a next. */
export const hasLevels = ({ level, nextlevel }: Pick<UserInfo, 'level' | 'nextlevel'>): boolean =>
  level > 0 || nextlevel !== null
