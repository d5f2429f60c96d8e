export { type CrashRoom, openCrashRoom } from './crash-room.ts'
