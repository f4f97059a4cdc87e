/// \file Makes a blob. For the compiler and for tests: needs the C++ library.
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "blob/format.h"

#include <string>
#include <vector>

namespace xc::blob {

/// All that goes into a blob. What counts, places and names of a Header, Array or Kernel say is filled in by write().
struct Content {
  struct NamedArray : Array {
    std::string text;
  };
  struct Code : Kernel {
    Kind form = Kind::Ptx;
    uint32_t variant = 0;
    std::string entry;
    std::string code; ///< Texts without the zero.
  };

  std::string name;
  Header header;
  std::vector<NamedArray> arrays;
  std::vector<Pointer> pointers;
  std::vector<Scalar> scalars;
  std::vector<Reduction> reductions;
  std::vector<Code> kernels; ///< In any order.
};

/// The bytes of the blob; "" if they would not make one.
std::string write(const Content &content);

} // namespace xc::blob
