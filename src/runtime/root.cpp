/// SPDX-License-Identifier: Apache-2.0
#include "runtime/root.h"

// The number in the name is XCRT_ABI. The symbol is made in assembly because no compiler declares unique objects in C.
extern "C" xc::rt::Root xcrt_root_1;
__asm__(".pushsection .bss.xcrt_root_1,\"aw\",%nobits\n"
        ".balign 64\n"
        ".type xcrt_root_1, %gnu_unique_object\n"
        "xcrt_root_1: .zero 4096\n"
        ".size xcrt_root_1, 4096\n"
        ".popsection\n");
static_assert(xc::rt::kRootSize == 4096);

namespace xc::rt {

alignas(Root) static unsigned char ownRoot[sizeof(Root)];

Root &theRoot() {
  uint32_t layout = xcrt_root_1.layout.load(std::memory_order_relaxed);
  if (layout == kRootLayout) [[likely]]
    return xcrt_root_1;
  if (layout == 0 && (xcrt_root_1.layout.compare_exchange_strong(layout, kRootLayout, std::memory_order_relaxed) ||
                      layout == kRootLayout))
    return xcrt_root_1;
  return *reinterpret_cast<Root *>(ownRoot);
}

bool firstTime(Root &root, Said what) { return !(root.said.fetch_or(what, std::memory_order_relaxed) & what); }

} // namespace xc::rt
