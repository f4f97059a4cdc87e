/* Mandelbrot set as a PPM picture.
 *
 *   mandelbrot [width [height [iterations [file.ppm]]]]
 *
 * Every pixel is computed on its own, but the number of steps differs from pixel to pixel.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int escape_time(double cx, double cy, int limit) {
  double x = 0, y = 0;
  int n = 0;
  while (n < limit && x * x + y * y <= 4.0) {
    double next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
    n++;
  }
  return n;
}

static void render(int *steps, int width, int height, int limit) {
  for (int row = 0; row < height; row++)
    for (int col = 0; col < width; col++) {
      double cx = -2.2 + 3.2 * col / width;
      double cy = -1.2 + 2.4 * row / height;
      steps[row * width + col] = escape_time(cx, cy, limit);
    }
}

static void colour(uint8_t *rgb, const int *steps, int pixels, int limit) {
  for (int i = 0; i < pixels; i++) {
    int s = steps[i];
    rgb[3 * i + 0] = s == limit ? 0 : (s * 9) & 255;
    rgb[3 * i + 1] = s == limit ? 0 : (s * 5 + 40) & 255;
    rgb[3 * i + 2] = s == limit ? 0 : (s * 3 + 90) & 255;
  }
}

int main(int argc, char **argv) {
  int width = argc > 1 ? atoi(argv[1]) : 1600;
  int height = argc > 2 ? atoi(argv[2]) : 1200;
  int limit = argc > 3 ? atoi(argv[3]) : 1500;
  const char *path = argc > 4 ? argv[4] : "mandelbrot.ppm";

  int *steps = malloc(sizeof *steps * width * height);
  uint8_t *rgb = malloc(3 * (size_t)width * height);
  if (!steps || !rgb)
    return 1;

  render(steps, width, height, limit);
  colour(rgb, steps, width * height, limit);

  long long total = 0;
  for (int i = 0; i < width * height; i++)
    total += steps[i];
  printf("mandelbrot %dx%d: %lld steps\n", width, height, total);

  FILE *out = fopen(path, "wb");
  if (!out) {
    perror(path);
    return 1;
  }
  fprintf(out, "P6\n%d %d\n255\n", width, height);
  fwrite(rgb, 3, (size_t)width * height, out);
  fclose(out);
  free(steps);
  free(rgb);
  return 0;
}
