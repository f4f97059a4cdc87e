/// \file The pool in the company of what programs do: threads, fork, affinity, signals, failing system calls.
/// SPDX-License-Identifier: Apache-2.0
#include "fixture.h"

#include <atomic>
#include <cfenv>
#include <csignal>
#include <pthread.h>
#include <sched.h>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

using namespace xc::rt;

namespace {

class PoolTest : public RuntimeTest {};

/// Runs `function(i)` for each item.
template <typename Function> int32_t runItems(int64_t n, Function &function, uint64_t work = kMuchWork) {
  xcrt_block block = emptyBlock("items.par.7");
  block.body = [](const void *captures, int64_t lo, int64_t hi, void *) {
    for (int64_t i = lo; i < hi; ++i)
      (*static_cast<Function *>(const_cast<void *>(captures)))(i);
  };
  block.serial = [](const void *captures, int64_t n, void *) {
    for (int64_t i = 0; i < n; ++i)
      (*static_cast<Function *>(const_cast<void *>(captures)))(i);
  };
  return xcrt_run(&block, &function, n, work, nullptr);
}

/// A place where threads wait for one another, so that a test knows that several take part.
class Meeting {
public:
  explicit Meeting(unsigned wanted) : wanted(wanted) {}

  /// Returns once enough different threads have come, or after a while.
  bool join() {
    thread_local unsigned last = 0;
    if (last != number) {
      last = number;
      here.fetch_add(1);
    }
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (here.load() < wanted && !gaveUp.load() && std::chrono::steady_clock::now() < end)
      std::this_thread::yield();
    return here.load() >= wanted || (gaveUp.store(true), false);
  }

private:
  static inline unsigned meetings = 0;
  const unsigned number = ++meetings;
  const unsigned wanted;
  std::atomic<unsigned> here = 0;
  std::atomic<bool> gaveUp = false;
};

/// Ends the child with success if everything up to here went well.
[[noreturn]] void endChild() { _exit(testing::Test::HasFailure() ? 1 : 0); }

void expectGoodEnd(pid_t child) {
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "status " << status;
}

int64_t sumOf(int64_t n) {
  std::atomic<int64_t> sum = 0;
  auto item = [&](int64_t i) { sum += i; };
  EXPECT_EQ(runItems(n, item), 1);
  return sum;
}

} // namespace

TEST_F(PoolTest, SeveralThreadsTakePart) {
  for (unsigned threads : {2u, 4u}) {
    configure(Mode::Cpu, threads);
    Meeting meeting(threads);
    std::atomic<int> alone = 0;
    auto item = [&](int64_t) { alone += !meeting.join(); };
    EXPECT_EQ(runItems(1000, item), 1);
    EXPECT_EQ(alone, 0);
  }
}

TEST_F(PoolTest, NeverMoreThreadsThanAskedFor) {
  for (unsigned threads : {1u, 2u, 3u}) {
    configure(Mode::Cpu, threads);
    std::atomic<unsigned> inside = 0, most = 0;
    auto item = [&](int64_t) {
      const unsigned now = ++inside;
      unsigned before = most.load();
      while (before < now && !most.compare_exchange_weak(before, now))
        ;
      std::this_thread::yield();
      --inside;
    };
    for (int i = 0; i < 20; ++i)
      EXPECT_EQ(runItems(500, item), 1);
    EXPECT_LE(most, threads);
  }
}

TEST_F(PoolTest, ManyBlocksInARow) {
  configure(Mode::Cpu, 3);
  for (int i = 0; i < 3000; ++i)
    ASSERT_EQ(sumOf(100), 4950);
}

TEST_F(PoolTest, BlocksInsideBlocksAreRefused) {
  for (Mode mode : {Mode::Auto, Mode::Cpu, Mode::Check, Mode::Chaos}) {
    configure(mode, 2);
    std::atomic<int> inner = 0, refused = 0;
    auto innerItem = [&](int64_t) { ++inner; };
    auto outerItem = [&](int64_t) { refused += runItems(10, innerItem) == 0; };
    EXPECT_EQ(runItems(100, outerItem), 1);
    EXPECT_EQ(refused, mode == Mode::Check ? 200 : 100) << "the plain loop of a checked block counts, too";
    EXPECT_EQ(inner, 0);
  }
}

TEST_F(PoolTest, FixedTreesInsideBlocksRunAlone) {
  configure(Mode::Cpu, 2);
  std::vector<float> in(5000, 0.1f);
  const FloatSumBlock captures = {in.data()};
  const xcrt_block block = FloatSumBlock::make();
  float expected = 0;
  ASSERT_EQ(xcrt_run(&block, &captures, 5000, kMuchWork, &expected), 1);
  std::atomic<int> wrong = 0;
  auto item = [&](int64_t) {
    float result = 0;
    wrong += xcrt_run(&block, &captures, 5000, kMuchWork, &result) != 1 || result != expected;
  };
  EXPECT_EQ(runItems(50, item), 1);
  EXPECT_EQ(wrong, 0);
}

TEST_F(PoolTest, SeveralUserThreads) {
  configure(Mode::Cpu, 2);
  const xcrt_block map = MapBlock::make(), sum = FloatSumBlock::make();
  std::vector<float> floats(3000, 0.3f);
  const FloatSumBlock sumCaptures = {floats.data()};
  float expected = 0;
  ASSERT_EQ(xcrt_run(&sum, &sumCaptures, 3000, 0, &expected), 1);
  std::atomic<int> ran = 0, wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 6; ++t)
    threads.emplace_back([&] {
      std::vector<uint32_t> in(2000, 5), out(2000);
      const MapBlock captures = {in.data(), out.data()};
      for (int k = 0; k < 200; ++k) {
        std::fill(out.begin(), out.end(), 0);
        const bool done = xcrt_run(&map, &captures, 2000, kMuchWork, nullptr);
        ran += done;
        for (uint32_t i = 0; i < 2000; ++i)
          wrong += out[i] != (done ? 15 + i : 0);
        float result = 0;
        wrong += xcrt_run(&sum, &sumCaptures, 3000, kMuchWork, &result) != 1 || result != expected;
      }
    });
  for (auto &thread : threads)
    thread.join();
  EXPECT_GT(ran, 0);
  EXPECT_EQ(wrong, 0);
}

TEST_F(PoolTest, FloatEnvironmentGoesBothWays) {
  configure(Mode::Cpu, 2);
  Meeting meeting(2);
  std::atomic<int> wrong = 0;
  volatile double one = 1, three = 3, zero = 0;
  const pthread_t caller = pthread_self();
  auto item = [&](int64_t) {
    meeting.join();
    const double up = one / three;
    if (up * 3 <= 1 || std::fegetround() != FE_UPWARD)
      ++wrong;
    // Only helpers divide by zero.
    if (!pthread_equal(pthread_self(), caller)) {
      volatile double infinity = one / zero;
      (void)infinity;
    }
  };
  std::fesetround(FE_UPWARD);
  std::feclearexcept(FE_ALL_EXCEPT);
  EXPECT_EQ(runItems(1000, item), 1);
  EXPECT_TRUE(std::fetestexcept(FE_DIVBYZERO));
  EXPECT_FALSE(std::fetestexcept(FE_OVERFLOW));
  EXPECT_EQ(std::fegetround(), FE_UPWARD);
  EXPECT_EQ(wrong, 0);

  // And back: neither the rounding nor the flags of the last block stay with the helper.
  std::fesetround(FE_TONEAREST);
  std::feclearexcept(FE_ALL_EXCEPT);
  Meeting again(2);
  auto nearest = [&](int64_t) {
    again.join();
    wrong += std::fegetround() != FE_TONEAREST;
  };
  EXPECT_EQ(runItems(1000, nearest), 1);
  EXPECT_FALSE(std::fetestexcept(FE_DIVBYZERO));
  EXPECT_EQ(wrong, 0);
}

TEST_F(PoolTest, LongDoublesKeepTheirEnvironment) {
  configure(Mode::Cpu, 2);
  Meeting meeting(2);
  std::atomic<int> wrong = 0;
  volatile long double one = 1, three = 3, zero = 0;
  const pthread_t caller = pthread_self();
  auto item = [&](int64_t) {
    meeting.join();
    wrong += one / three * three <= one;
    if (!pthread_equal(pthread_self(), caller)) {
      volatile long double infinity = one / zero;
      (void)infinity;
    }
  };
  std::fesetround(FE_UPWARD);
  std::feclearexcept(FE_ALL_EXCEPT);
  EXPECT_EQ(runItems(1000, item), 1);
  EXPECT_TRUE(std::fetestexcept(FE_DIVBYZERO));
  std::fesetround(FE_TONEAREST);
  std::feclearexcept(FE_ALL_EXCEPT);
  EXPECT_EQ(wrong, 0);
}

TEST_F(PoolTest, AffinityOfOneCpu) {
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  CPU_ZERO(&one);
  for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu)
    if (CPU_ISSET(cpu, &before))
      CPU_SET(cpu, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  configure(Mode::Auto, 0);
  auto item = [](int64_t) {};
  EXPECT_EQ(runItems(1000, item), 0) << "nothing to gain";
  configure(Mode::Cpu, 0);
  EXPECT_EQ(sumOf(1000), 499500);
  EXPECT_EQ(theRoot().pool.helpers(), 0u);
  configure(Mode::Cpu, 3);
  EXPECT_EQ(sumOf(1000), 499500);
  ASSERT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
}

TEST_F(PoolTest, ThreadsCannotBeCreated) {
  configure(Mode::Cpu, 4);
  os::failHook.store([](os::Call call) { return call == os::Call::CreateThread; });
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(sumOf(1000), 499500);
  EXPECT_EQ(theRoot().pool.helpers(), 0u);
}

TEST_F(PoolTest, HelpersBlockAsynchronousSignals) {
  configure(Mode::Cpu, 2);
  Meeting meeting(2);
  std::atomic<int> wrong = 0;
  const pthread_t caller = pthread_self();
  auto item = [&](int64_t) {
    meeting.join();
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, nullptr, &mask);
    const bool helper = !pthread_equal(pthread_self(), caller);
    for (int signal : {SIGINT, SIGTERM, SIGALRM, SIGCHLD, SIGUSR1, SIGRTMIN})
      wrong += sigismember(&mask, signal) != helper;
    for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS})
      wrong += sigismember(&mask, signal);
  };
  EXPECT_EQ(runItems(1000, item), 1);
  EXPECT_EQ(wrong, 0);
}

TEST_F(PoolTest, HelpersHaveANameAndAStack) {
  configure(Mode::Cpu, 2);
  Meeting meeting(2);
  std::atomic<int> wrong = 0;
  const pthread_t caller = pthread_self();
  auto item = [&](int64_t) {
    meeting.join();
    if (pthread_equal(pthread_self(), caller))
      return;
    char name[16] = "";
    pthread_getname_np(pthread_self(), name, sizeof name);
    wrong += std::string(name).substr(0, 5) != "xcrt/";
    pthread_attr_t attributes;
    size_t stack = 0;
    pthread_getattr_np(pthread_self(), &attributes);
    pthread_attr_getstacksize(&attributes, &stack);
    pthread_attr_destroy(&attributes);
    wrong += stack < (size_t(8) << 20);
  };
  EXPECT_EQ(runItems(100, item), 1);
  EXPECT_EQ(wrong, 0);
}

#if defined(XC_TSAN)
#define XC_SKIP_WITHOUT_FORK() GTEST_SKIP() << "the thread sanitizer does not follow a fork with threads"
#else
#define XC_SKIP_WITHOUT_FORK() (void)0
#endif

TEST_F(PoolTest, ForkBetweenBlocks) {
  XC_SKIP_WITHOUT_FORK();
  configure(Mode::Cpu, 2);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(sumOf(1000), 499500);
    const pid_t child = fork();
    if (child == 0) {
      EXPECT_EQ(theRoot().pool.helpers(), 0u);
      for (int k = 0; k < 10; ++k)
        EXPECT_EQ(sumOf(1000), 499500);
      Meeting meeting(2);
      auto item = [&](int64_t) { EXPECT_TRUE(meeting.join()); };
      EXPECT_EQ(runItems(100, item), 1);
      endChild();
    }
    EXPECT_EQ(sumOf(1000), 499500);
    expectGoodEnd(child);
  }
}

TEST_F(PoolTest, ForkWhileAnotherThreadRunsBlocks) {
  XC_SKIP_WITHOUT_FORK();
  configure(Mode::Cpu, 3);
  std::atomic<bool> stop = false;
  std::thread other([&] {
    while (!stop) {
      std::atomic<int64_t> sum = 0;
      auto item = [&](int64_t i) { sum += i; };
      if (runItems(1000, item)) {
        EXPECT_EQ(sum, 499500);
      }
    }
  });
  for (int i = 0; i < 50; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      EXPECT_EQ(sumOf(1000), 499500) << "the pool is free in the child";
      endChild();
    }
    expectGoodEnd(child);
  }
  stop = true;
  other.join();
}

TEST_F(PoolTest, ForkInTheMiddleOfABlock) {
  XC_SKIP_WITHOUT_FORK();
  // As a signal handler on the caller's thread could do. Both processes finish the block.
  configure(Mode::Cpu, 3);
  for (int round = 0; round < 20; ++round) {
    std::vector<std::atomic<int>> counts(1000);
    const pthread_t caller = pthread_self();
    std::atomic<bool> forked = false;
    pid_t child = -1;
    Meeting meeting(2);
    auto item = [&](int64_t i) {
      counts[size_t(i)] += 1;
      if (forked)
        return;
      meeting.join();
      if (!pthread_equal(pthread_self(), caller))
        eventually([&] { return forked.load(); });
      else if (!forked.exchange(true))
        child = fork();
    };
    EXPECT_EQ(runItems(1000, item), 1);
    ASSERT_TRUE(forked);
    for (auto &count : counts)
      EXPECT_EQ(count, 1);
    if (child == 0) {
      EXPECT_EQ(sumOf(1000), 499500);
      endChild();
    }
    expectGoodEnd(child);
  }
}

TEST_F(PoolTest, HelpersSleepThenEndAndComeBack) {
  configure(Mode::Cpu, 2);
  EXPECT_EQ(sumOf(1000), 499500);
  Meeting meeting(2);
  auto item = [&](int64_t) { meeting.join(); };
  EXPECT_EQ(runItems(100, item), 1);
  EXPECT_GE(theRoot().pool.helpers(), 1u);
  EXPECT_TRUE(eventually([] { return theRoot().pool.helpers() == 0; }));
  Meeting again(2);
  std::atomic<int> alone = 0;
  auto more = [&](int64_t) { alone += !again.join(); };
  EXPECT_EQ(runItems(100, more), 1);
  EXPECT_EQ(alone, 0);
}
