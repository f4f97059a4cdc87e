// LIFT: 5
// Arrays of structures, structures of arrays, nested members, and copying whole structures.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

struct point {
  double x, y, z;
};

struct particle {
  struct point at, speed;
  int32_t kind;
  uint8_t flags[4];
  float weight;
};

struct columns {
  long n;
  double *a, *b;
  int *kind;
};

struct fixed {
  int count;
  unsigned values[64];
  unsigned sums[8][8];
};

static struct particle all[150], copy[150]; /* no padding to hash */
static struct fixed boxes[20];

APART static void advance(struct particle *p, int n, double dt) {
  for (int i = 0; i < n; i++) {
    p[i].at.x += dt * p[i].speed.x;
    p[i].at.y += dt * p[i].speed.y;
    p[i].at.z += dt * p[i].speed.z;
  }
}

APART static void classify(struct particle *p, int n) {
  for (int i = 0; i < n; i++) {
    struct particle *q = &p[i];
    q->kind = q->at.x < 0 ? -1 : 1;
    q->flags[i & 3] ^= 0xAA;
    if (q->weight > 1.0f)
      q->weight = 1.0f / q->weight;
  }
}

APART static void copy_all(struct particle *to, const struct particle *from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}

APART static void swap_axes(struct point *p, int n) {
  for (int i = 0; i < n; i++) {
    struct point old = p[i];
    p[i] = (struct point){old.z, old.x, old.y};
  }
}

APART static void soa(struct columns *c) {
  for (long i = 0; i < c->n; i++)
    c->a[i] = c->a[i] * 2.0 + c->b[i];
}

APART static void soa_kinds(const struct columns *c, int kind) {
  for (long i = 0; i < c->n; i++)
    if (c->kind[i] == kind)
      c->a[i] = -c->a[i];
}

/* The same field of the neighbour: carried. */
APART static void follow(struct particle *p, int n) {
  for (int i = 1; i < n; i++) // NO-LIFT
    p[i].at.x += p[i - 1].at.x * 0.5;
}

/* Another field of the neighbour: not carried. */
APART static void look_back(struct particle *p, int n) {
  for (int i = 1; i < n; i++)
    p[i].at.x += p[i - 1].speed.x * 0.5;
}

APART static void fill_boxes(struct fixed *f, int n) {
  for (int i = 0; i < n; i++) {
    f[i].count = 0;
    for (int j = 0; j < 64; j++) {
      f[i].values[j] = (unsigned)(i * j + 1);
      f[i].sums[j / 8][j % 8] += f[i].values[j];
      if (f[i].values[j] & 1)
        f[i].count++;
    }
  }
}

int main(void) {
  double a[200], b[200];
  int kind[200];
  fill_bytes(all, sizeof all, 9);
  for (int i = 0; i < 150; i++) {
    fill_double(&all[i].at.x, 6, i + 1);
    all[i].weight = (float)(i % 17) / 5.0f;
  }
  advance(all, 150, 0.125);
  classify(all, 150);
  SHOW(all);
  copy_all(copy, all, 150);
  SHOW(copy);
  copy_all(copy + 1, copy, 149);
  SHOW(copy);
  copy_all(copy, copy + 2, 148);
  SHOW(copy);
  struct point points[100];
  fill_double(&points[0].x, 300, 5);
  swap_axes(points, 100);
  SHOW(points);
  fill_double(a, 200, 1);
  fill_double(b, 200, 2);
  fill_int(kind, 200, 3, 2);
  struct columns c = {opaque(200), a, b, kind};
  soa(&c);
  c.b = a + 1;
  c.n = 199;
  soa(&c);
  soa_kinds(&c, 1);
  SHOW(a);
  follow(all, 150);
  look_back(all, 150);
  SHOW(all);
  fill_boxes(boxes, (int)opaque(20));
  SHOW(boxes);
  return 0;
}
