/* Blur and edge detection on a generated picture: two convolutions and a threshold.
 *
 *   convolve [width [height [rounds]]]
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { RADIUS = 3, SIDE = 2 * RADIUS + 1 };

static int weights[SIDE][SIDE];

static void blur(const uint8_t *in, uint8_t *out, int width, int height) {
  for (int y = RADIUS; y < height - RADIUS; y++)
    for (int x = RADIUS; x < width - RADIUS; x++) {
      int sum = 0;
      for (int dy = 0; dy < SIDE; dy++)
        for (int dx = 0; dx < SIDE; dx++)
          sum += weights[dy][dx] * in[(y + dy - RADIUS) * width + (x + dx - RADIUS)];
      out[y * width + x] = (uint8_t)(sum >> 12);
    }
}

static void edges(const uint8_t *in, uint8_t *out, int width, int height) {
  for (int y = 1; y < height - 1; y++)
    for (int x = 1; x < width - 1; x++) {
      const uint8_t *p = in + y * width + x;
      int gx = p[-width + 1] + 2 * p[1] + p[width + 1] - p[-width - 1] - 2 * p[-1] - p[width - 1];
      int gy = p[width - 1] + 2 * p[width] + p[width + 1] - p[-width - 1] - 2 * p[-width] - p[-width + 1];
      int strength = (gx < 0 ? -gx : gx) + (gy < 0 ? -gy : gy);
      out[y * width + x] = strength > 255 ? 255 : (uint8_t)strength;
    }
}

int main(int argc, char **argv) {
  int width = argc > 1 ? atoi(argv[1]) : 1920;
  int height = argc > 2 ? atoi(argv[2]) : 1080;
  int rounds = argc > 3 ? atoi(argv[3]) : 30;
  int pixels = width * height;

  uint8_t *picture = malloc(pixels), *soft = calloc(pixels, 1), *edge = calloc(pixels, 1);
  if (!picture || !soft || !edge)
    return 1;

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      picture[y * width + x] = (uint8_t)((x * x / 97 + y * y / 53) ^ (x * y / 211));

  /* A pyramid; the weights add up to 4096, so that the division is a shift. */
  for (int dy = 0; dy < SIDE; dy++)
    for (int dx = 0; dx < SIDE; dx++) {
      int wy = RADIUS + 1 - abs(dy - RADIUS), wx = RADIUS + 1 - abs(dx - RADIUS);
      weights[dy][dx] = 16 * wy * wx;
    }

  for (int r = 0; r < rounds; r++) {
    blur(picture, soft, width, height);
    blur(soft, picture, width, height);
  }
  edges(picture, edge, width, height);

  uint64_t checksum = 0;
  int bright = 0;
  for (int i = 0; i < pixels; i++) {
    checksum += (uint64_t)(edge[i] + 1) * (uint64_t)(i % 8191 + 1);
    if (edge[i] > 64)
      bright++;
  }
  printf("convolve %dx%d, %d rounds: %d edge pixels, checksum %llu\n", width, height, rounds, bright,
         (unsigned long long)checksum);
  free(picture);
  free(soft);
  free(edge);
  return 0;
}
