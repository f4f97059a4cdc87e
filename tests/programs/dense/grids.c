// LIFT: 6
// Nests of two and three loops whose outer or inner extent is tiny, zero or one.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

static unsigned cube[4096], plane[4096];
static double reals[4096], other[4096];

APART static void grid2(unsigned *p, int rows, int cols) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++)
      p[i * cols + j] += (unsigned)(i * 31 + j * 7);
}

APART static void grid3(unsigned *p, int x, int y, int z) {
  for (int i = 0; i < x; i++)
    for (int j = 0; j < y; j++)
      for (int k = 0; k < z; k++)
        p[(i * y + j) * z + k] ^= (unsigned)(i * 961 + j * 31 + k);
}

APART static void grid_vla(int x, int y, int z, double p[x][y][z], double q[x][y][z]) {
  for (int i = 0; i < x; i++)
    for (int j = 0; j < y; j++)
      for (int k = 0; k < z; k++)
        p[i][j][k] = q[i][j][k] * 0.5 + i + j - k;
}

/* A pitch larger than the row. */
APART static void pitched(unsigned *p, int rows, int cols, int pitch) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++)
      p[i * pitch + j] = p[i * pitch + j] * 5 + (unsigned)i;
}

/* Inner bounds other than zero to n. */
APART static void window(unsigned *p, int x0, int x1, int y0, int y1, int pitch) {
  for (int y = y0; y < y1; y++)
    for (int x = x0; x < x1; x++)
      p[y * pitch + x] += (unsigned)(x - y);
}

/* Not a perfect nest. */
APART static void row_work(double *p, int rows, int cols) {
  for (int i = 0; i < rows; i++) {
    double first = p[i * cols];
    for (int j = 1; j < cols; j++)
      p[i * cols + j] -= first;
    p[i * cols] = first * 2;
    for (int j = 0; j < cols; j += 2)
      p[i * cols + j] += 1.0;
  }
}

/* A column of work per iteration: writes of two iterations interleave in memory. */
APART static void column_work(double *p, int rows, int cols) {
  for (int j = 0; j < cols; j++) {
    double above = 1.0;
    for (int i = 0; i < rows; i++) {
      p[i * cols + j] = p[i * cols + j] * 0.5 + above;
      above = p[i * cols + j];
    }
  }
}

static const int shapes[][3] = {{0, 5, 5},   {5, 0, 5},   {5, 5, 0},    {1, 1, 1},    {1, 900, 1},  {900, 1, 1},
                                {1, 1, 900}, {2, 300, 3}, {3, 2, 300},  {300, 2, 3},  {7, 11, 13},  {-1, 4, 4},
                                {4, -1, 4},  {4, 4, -3},  {1, 2, 1000}, {1000, 2, 1}, {16, 16, 16}, {2, 2, 2}};

int main(void) {
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
    int x = (int)opaque(shapes[s][0]), y = (int)opaque(shapes[s][1]), z = (int)opaque(shapes[s][2]);
    fill_bytes(cube, sizeof cube, s);
    fill_bytes(plane, sizeof plane, s + 100);
    fill_double(reals, 4096, s + 200);
    fill_double(other, 4096, s + 300);
    printf("%d %d %d\n", x, y, z);
    grid2(plane, x, y);
    grid2(plane, y, z);
    SHOW(plane);
    grid3(cube, x, y, z);
    SHOW(cube);
    if (x > 0 && y > 0 && z > 0) {
      grid_vla(x, y, z, (double(*)[y][z])reals, (double(*)[y][z])other);
      SHOW(reals);
      for (int extra = -2; extra < 3; extra++)
        if (y + extra > 0)
          pitched(plane, x < 40 ? x : 40, y < 60 ? y : 60, (y < 60 ? y : 60) + extra);
      SHOW(plane);
      row_work(reals, x, y);
      column_work(reals, x, y);
      column_work(reals, y, z);
      SHOW(reals);
    }
    window(plane, 3, x < 30 ? x : 30, 2, y < 30 ? y : 30, 31);
    window(plane + 2000, -x % 30, 5, -y % 30, 7, 20);
    SHOW(plane);
  }
  return 0;
}
