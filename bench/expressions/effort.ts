/** How long each rate is measured, in milliseconds, and how many programs and evaluations the memory is measured over. */
export interface Effort {
  readonly time: number;
  readonly programs: number;
  readonly evaluations: number;
}
