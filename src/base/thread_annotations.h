/// \file Names for clang's thread safety attributes (-Wthread-safety); nothing for other compilers. [bare]
/// SPDX-License-Identifier: Apache-2.0
#pragma once

#if defined(__clang__)
#define XC_THREAD_ATTRIBUTE(x) __attribute__((x))
#else
#define XC_THREAD_ATTRIBUTE(x)
#endif

#define XC_CAPABILITY(name) XC_THREAD_ATTRIBUTE(capability(name))
#define XC_GUARDED_BY(lock) XC_THREAD_ATTRIBUTE(guarded_by(lock))
#define XC_REQUIRES(lock) XC_THREAD_ATTRIBUTE(requires_capability(lock))
#define XC_TRY_ACQUIRE(...) XC_THREAD_ATTRIBUTE(try_acquire_capability(__VA_ARGS__))
#define XC_RELEASE(...) XC_THREAD_ATTRIBUTE(release_capability(__VA_ARGS__))
#define XC_ASSERT_HELD(...) XC_THREAD_ATTRIBUTE(assert_capability(__VA_ARGS__))
#define XC_ASSERT_SHARED(...) XC_THREAD_ATTRIBUTE(assert_shared_capability(__VA_ARGS__))
