/// SPDX-License-Identifier: Apache-2.0
#include "kernels.h"

__asm__(".pushsection .rodata\n"
        ".globl kernelsPtx\n"
        "kernelsPtx: .incbin \"" XC_KERNELS_PTX "\"\n"
        ".byte 0\n"
        ".popsection\n");
