/* Solves a two-state Lights Out board by dense elimination over GF(2) with M4RI, and says how
 * long that took: the yardstick of benches/lights_out_growth.rs.
 *
 * Input: the side n, then n*n digits, 1 for lights that are on. Output: seconds, of the
 * elimination alone, and whether there is a solution. */
#include <m4ri/m4ri.h>
#include <stdio.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int main(void) {
  int side;
  if (scanf("%d", &side) != 1 || side < 1 || side > 400) return 2;
  rci_t cells = side * side;
  mzd_t *presses = mzd_init(cells, cells);
  mzd_t *lights = mzd_init(cells, 1);
  static const int offsets[5][2] = {{0, 0}, {0, 1}, {1, 0}, {0, -1}, {-1, 0}};
  for (int row = 0; row < side; row++) {
    for (int col = 0; col < side; col++) {
      char light;
      if (scanf(" %c", &light) != 1) return 2;
      mzd_write_bit(lights, row * side + col, 0, light == '1');
      for (int i = 0; i < 5; i++) {
        int r = row + offsets[i][0], c = col + offsets[i][1];
        if (r >= 0 && c >= 0 && r < side && c < side)
          mzd_write_bit(presses, r * side + c, row * side + col, 1);
      }
    }
  }
  double begin = now();
  int unsolvable = mzd_solve_left(presses, lights, 0, 1);
  printf("%.6f %s\n", now() - begin, unsolvable ? "unsolvable" : "solved");
  mzd_free(presses);
  mzd_free(lights);
  return 0;
}
