// LIFT: 11
// Functions of much code, whose loops stand in the program once: a run that is not handed to the runtime calls the
// block's body in one piece, whatever its guards say.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

enum { N = 48, M = 40, K = 9 };
static double u[N + 2][M + 2][K], v[N + 2][M + 2][K], w[N + 2][M + 2], rows[4 * N * M];

/* Much arithmetic for one cell. */
#define FLUX(to, from, i, j, k)                                                                                        \
  (to)[i][j][k] += 0.5 * ((from)[i][j][(k)] - (from)[i + 1][j][(k)]) * ((from)[i - 1][j][k] + w[i][j]) -               \
                   0.25 * ((from)[i][j + 1][k] - 2 * (from)[i][j][k] + (from)[i][j - 1][k]) / (1 + w[i][j] * w[i][j])
#define FLUXES(to, from, i, j)                                                                                         \
  do {                                                                                                                 \
    FLUX(to, from, i, j, 0);                                                                                           \
    FLUX(to, from, i, j, 1);                                                                                           \
    FLUX(to, from, i, j, 2);                                                                                           \
    FLUX(to, from, i, j, 3);                                                                                           \
    FLUX(to, from, i, j, 4);                                                                                           \
    FLUX(to, from, i, j, 5);                                                                                           \
    FLUX(to, from, i, j, 6);                                                                                           \
    FLUX(to, from, i, j, 7);                                                                                           \
    FLUX(to, from, i, j, 8);                                                                                           \
  } while (0)

/* Nests of two and three loops, the value of a counter used behind them. */
APART static int nests(int n, int m) {
  int i;
  for (i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
      w[i][j] = u[i][j][0] * u[i][j][1] + u[i][j][2] / (2 + u[i][j][3] * u[i][j][3]);
  for (i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
      FLUXES(v, u, i, j);
  for (i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
      for (int k = 0; k < K; k++)
        u[i][j][k] = u[i][j][k] * 0.75 + v[i][j][k] * 0.25;
  for (i = n; i >= 1; i--) {
    for (int j = 1; j < m; j++)
      FLUXES(u, v, i, j);
    for (int j = m; j > 1; j--)
      w[i][j] = w[i][j - 1] + w[i][j];
  }
  return i;
}

/* Rows may be longer than their pitch, so that they overlap: the guard says so, and the iterations run in order. */
APART static void pitched(double *to, int n, int m, long pitch) {
  for (int i = 0; i < n; i++) {
    to[i * pitch] += i;
    for (int j = 1; j < m; j++)
      to[i * pitch + j] = to[i * pitch + j - 1] * 0.5 + to[i * pitch + j];
    for (int j = 1; j < m; j++)
      to[i * pitch + j] = to[i * pitch + j] / 3 + to[i * pitch + j - 1];
  }
  for (int i = 0; i < n; i++) {
    for (int j = 1; j < m; j++)
      to[i * pitch + j] = to[i * pitch + j] / 7 - to[i * pitch + j - 1];
    for (int j = m - 1; j > 0; j--)
      to[i * pitch + j - 1] = to[i * pitch + j] / 9 + to[i * pitch + j - 1];
  }
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
      FLUXES(v, u, i, j);
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
      FLUXES(u, v, i, j);
}

/* An array of declared rows. Callers keep to them as a rule. */
APART static void declared(int n, int m, double (*to)[M - 2]) {
  for (int i = 0; i < n; i++) {
    for (int j = 1; j < m; j++)
      to[i][j] = to[i][j - 1] * 0.5 + to[i][j];
    for (int j = 1; j < m; j++)
      to[i][j] = to[i][j] / 3 + to[i][j - 1];
    for (int j = m - 1; j > 0; j--)
      to[i][j - 1] = to[i][j - 1] * 0.75 + to[i][j] / (1 + to[i][0] * to[i][0]);
    for (int j = m - 1; j > 0; j--)
      to[i][j] = (to[i][j - 1] - to[i][j]) * 0.25 + to[i][j] / (1 + to[i][j] * to[i][j]);
  }
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
      FLUXES(v, u, i, j);
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
      FLUXES(u, v, i, j);
}

/* A sum, a searched minimum and an overlap guard beside loops that are replaced. */
APART static double mixed(double *to, const double *from, int n, int m) {
  long sum = 0;
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++) {
      FLUXES(u, v, i, j);
      sum += (long)u[i][j][0] & 15;
    }
  for (int i = 0; i < n * m; i++)
    to[i] = from[i] * 2 + 1;
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
      FLUXES(v, u, i, j);
  return (double)sum;
}

/* Each row reads the one above: never lifted, however much there is around it. */
APART static void carried(int n, int m) {
  for (int i = 1; i <= n; i++) // NO-LIFT
    for (int j = 1; j <= m; j++)
      FLUXES(u, u, i, j);
}

static void reset(int round) {
  fill_double(&u[0][0][0], sizeof u / 8, (uint64_t)round);
  fill_double(&v[0][0][0], sizeof v / 8, (uint64_t)round + 1);
  fill_double(&w[0][0], sizeof w / 8, (uint64_t)round + 2);
  fill_double(rows, sizeof rows / 8, (uint64_t)round + 3);
}

#define SHOW_ALL(what) (show(what, u, sizeof u), show(what, v, sizeof v), show(what, w, sizeof w))

int main(void) {
  const int sizes[][2] = {{N, M}, {0, M}, {N, 0}, {0, 0}, {1, 1}, {2, M}, {N, 1}, {-3, M}, {N, -1}, {-1, -1}};
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    const int n = (int)opaque(sizes[s][0]), m = (int)opaque(sizes[s][1]);
    reset((int)s);
    show_int("nests", nests(n, m));
    SHOW_ALL("nests");
    for (long pitch = -1; pitch <= M + 2; pitch += pitch < 2 ? 1 : 13) {
      if (n <= 0 || m <= 0)
        continue;
      reset((int)s + 20);
      pitched(rows + N * M, n, m, opaque(pitch));
      show("pitched", rows, sizeof rows);
    }
    for (int less = 0; less < 4; less++) {
      reset((int)s + 40);
      declared(n, m - less, (double(*)[M - 2])rows);
      show("declared", rows, sizeof rows);
    }
    reset((int)s + 60);
    show_double("mixed", mixed(rows, rows + N * M, n, m));
    show_double("mixed", mixed(rows, rows + 3, n, m));
    show("mixed", rows, sizeof rows);
    carried(n, m);
    SHOW_ALL("carried");
  }
  return 0;
}
