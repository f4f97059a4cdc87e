/* Gravity between n bodies, all pairs, leapfrog steps.
 *
 *   nbody [bodies [steps]]
 *
 * The outer loop over the bodies is parallel. The inner sums of floating-point numbers stay in order, so that the
 * result has the same bits on any number of cores.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct body {
  double x, y, z;
  double vx, vy, vz;
  double mass;
};

static double random_unit(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) / 9007199254740992.0;
}

/* Accelerations first, into their own arrays: nothing moves while the forces are summed. */
static void accelerate(const struct body *b, int n, double *ax, double *ay, double *az) {
  for (int i = 0; i < n; i++) {
    double sx = 0, sy = 0, sz = 0;
    for (int j = 0; j < n; j++) {
      double dx = b[j].x - b[i].x;
      double dy = b[j].y - b[i].y;
      double dz = b[j].z - b[i].z;
      double d2 = dx * dx + dy * dy + dz * dz + 1e-4;
      double f = b[j].mass / (d2 * sqrt(d2));
      sx += f * dx;
      sy += f * dy;
      sz += f * dz;
    }
    ax[i] = sx;
    ay[i] = sy;
    az[i] = sz;
  }
}

static void move(struct body *b, int n, const double *ax, const double *ay, const double *az, double dt) {
  for (int i = 0; i < n; i++) {
    b[i].vx += dt * ax[i];
    b[i].vy += dt * ay[i];
    b[i].vz += dt * az[i];
    b[i].x += dt * b[i].vx;
    b[i].y += dt * b[i].vy;
    b[i].z += dt * b[i].vz;
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 4000;
  int steps = argc > 2 ? atoi(argv[2]) : 30;

  struct body *bodies = malloc(sizeof *bodies * n);
  double *ax = malloc(sizeof *ax * n), *ay = malloc(sizeof *ay * n), *az = malloc(sizeof *az * n);
  if (!bodies || !ax || !ay || !az)
    return 1;

  uint64_t seed = 1;
  for (int i = 0; i < n; i++) {
    bodies[i].x = random_unit(&seed) - 0.5;
    bodies[i].y = random_unit(&seed) - 0.5;
    bodies[i].z = random_unit(&seed) - 0.5;
    bodies[i].vx = bodies[i].vy = bodies[i].vz = 0;
    bodies[i].mass = random_unit(&seed) / n;
  }

  for (int s = 0; s < steps; s++) {
    accelerate(bodies, n, ax, ay, az);
    move(bodies, n, ax, ay, az, 0.01);
  }

  double energy = 0;
  uint64_t bits = 0;
  for (int i = 0; i < n; i++) {
    const struct body *b = &bodies[i];
    energy += 0.5 * b->mass * (b->vx * b->vx + b->vy * b->vy + b->vz * b->vz);
    uint64_t word;
    memcpy(&word, &b->x, sizeof word);
    bits += word;
  }
  printf("nbody %d bodies, %d steps: kinetic energy %.17g, checksum %016llx\n", n, steps, energy,
         (unsigned long long)bits);
  free(bodies);
  free(ax);
  free(ay);
  free(az);
  return 0;
}
