export { readActivities, readActivity, readActivityTitles, readOwnProgress } from './read-activities.ts'
export { readActivityAwards } from './read-progress.ts'
export { seedActivities } from './seed-activities.ts'
