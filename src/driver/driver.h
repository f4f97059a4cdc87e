/// \file The xcc driver: hands a command line to clang with what xcc adds.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace xc::driver {

/// Becomes clang; returns the exit code only if there is no clang to become, or nothing to do.
int runDriver(int argc, char **argv);

} // namespace xc::driver
