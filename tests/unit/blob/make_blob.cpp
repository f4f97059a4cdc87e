/// \file Writes the sample to standard output.
/// SPDX-License-Identifier: Apache-2.0
#include "sample.h"

#include <cstdio>

int main() {
  const std::string blob = xc::blob::write(xc::blob::sampleContent());
  return blob.empty() || fwrite(blob.data(), 1, blob.size(), stdout) != blob.size();
}
