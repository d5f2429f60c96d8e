import type { UserInfo } from './session.ts'

/** Whether there are VIP levels: if so, even the lowest level has a next one. */
export const hasLevels = ({ level, nextlevel }: Pick<UserInfo, 'level' | 'nextlevel'>): boolean =>
  level > 0 || nextlevel !== null
