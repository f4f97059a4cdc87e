// LIFT: 6
// Sizes and pointers that stand in structures and are loaded only where an inner loop is entered.
// SPDX-License-Identifier: Apache-2.0
#include "../common.h"

struct matrix {
  int rows, columns;
  double *data;
};

APART static void multiply(struct matrix *c, const struct matrix *a, const struct matrix *b) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->columns; j++) {
      double s = 0;
      for (int k = 0; k < a->columns; k++)
        s += a->data[i * a->columns + k] * b->data[k * b->columns + j];
      c->data[i * c->columns + j] = s;
    }
}

APART static void transpose(struct matrix *to, const struct matrix *from) {
  for (int i = 0; i < from->rows; i++)
    for (int j = 0; j < from->columns; j++)
      to->data[j * to->columns + i] = from->data[i * from->columns + j];
}

struct grid {
  struct {
    unsigned width, height;
  } size;
  float *cells, *next;
};

APART static void step(struct grid *g) {
  for (unsigned y = 1; y + 1 < g->size.height; y++)
    for (unsigned x = 1; x + 1 < g->size.width; x++)
      g->next[y * g->size.width + x] = g->cells[y * g->size.width + x - 1] + g->cells[(y - 1) * g->size.width + x] / 2;
}

APART static void scale(struct matrix *m, const double *by, int want) {
  for (int i = 0; i < m->rows; i++)
    if (want)
      for (int j = 0; j < m->columns; j++)
        m->data[(long)i * m->columns + j] *= by[j];
}

struct chain {
  struct matrix *m;
};

APART static void deep(struct chain *c, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < c->m->rows; j++)
      for (int k = 0; k < c->m->columns; k++)
        c->m->data[((long)i * c->m->rows + j) * c->m->columns + k] = i + 10 * j + 100 * k;
}

/* The pointer is null where nothing may be loaded. */
APART static long sum(const struct matrix *const *which, int n, int m) {
  long s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s += (*which)->rows + j;
  return s;
}

/* What follows changes what it loads. */
APART static void grows(struct matrix *m, int n) {
  for (int i = 0; i < n; i++) // NO-LIFT
    for (int j = 0; j < m->columns; j++) {
      m->data[j] += i;
      if (m->data[j] > 1000)
        m->columns = j;
    }
}

APART static void moves(struct matrix *m, int n, int k) {
  for (int i = 0; i < n; i++) // NO-LIFT
    for (int j = 0; j < k; j++) {
      m->data[0] = i + j;
      m->data++;
    }
}

/* An address among the data: type-based facts keep nothing apart. */
struct self {
  long count;
  long *data;
};
APART static void through(struct self *s, int n, long m) {
  for (int i = 0; i < n; i++) // NO-LIFT
    for (long j = 0; j < m; j++)
      s->data[j] = s->count + j - i;
}

static double store[3][120 * 120];

int main(void) {
  int n = (int)opaque(90);
  for (int i = 0; i < 120 * 120; i++)
    store[0][i] = (double)(mix64(i) >> 50), store[1][i] = (double)(mix64(i + 7) >> 51);
  for (int columns = 0; columns <= 40; columns += 20) {
    struct matrix a = {n, columns, store[0]}, b = {columns, n - 20, store[1]}, c = {n, n - 20, store[2]};
    multiply(&c, &a, &b);
    show("multiply", store[2], sizeof store[2]);
  }
  struct matrix a = {n, 70, store[0]}, c = {70, n, store[2]};
  transpose(&c, &a);
  show("transpose", store[2], sizeof store[2]);
  struct grid g = {{100, 90}, (float *)store[0], (float *)store[2]};
  step(&g);
  show("step", store[2], sizeof store[2]);
  g.size.width = 0;
  step(&g);
  scale(&a, store[1], (int)opaque(1));
  show("scale", store[0], sizeof store[0]);
  scale(&a, NULL, (int)opaque(0));
  struct matrix small = {7, 9, store[1]};
  struct chain chain = {&small};
  deep(&chain, n);
  show("deep", store[1], sizeof store[1]);
  chain.m = NULL;
  deep(&chain, (int)opaque(0));
  const struct matrix *one = &small;
  show_int("sum", sum(&one, n, (int)opaque(70)));
  show_int("sum of nothing", sum(NULL, n, (int)opaque(0)));
  struct matrix m = {1, 100, store[0]};
  grows(&m, n);
  show("grows", store[0], sizeof store[0]);
  show_int("columns", m.columns);
  m.data = store[0];
  moves(&m, n, 100);
  show("moves", store[0], sizeof store[0]);
  show_int("moved", m.data - store[0]);
  struct self s;
  s.count = 5;
  s.data = &s.count;
  through(&s, n, 1);
  show_int("through", s.count);
  return 0;
}
