/// \file The kernels of kernels.c as PTX.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

extern "C" const char kernelsPtx[];
