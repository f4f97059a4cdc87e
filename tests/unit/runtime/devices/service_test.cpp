/// SPDX-License-Identifier: Apache-2.0
#include "runtime/devices/service.h"

#include "fixture.h"

#include <pthread.h>

using namespace xc::rt;

namespace {

struct Count : Job {
  int runs = 0;
  uintptr_t thread = 0;
  Count() { run = countOne; }
  static void countOne(Job &job) {
    auto &self = static_cast<Count &>(job);
    ++self.runs;
    self.thread = os::currentThread();
  }
};

class ServiceTest : public RuntimeTest {
protected:
  Service service = {};
  void TearDown() override {
    service.stop();
    RuntimeTest::TearDown();
  }
};

constexpr uint64_t kLong = 20'000'000'000;

} // namespace

TEST_F(ServiceTest, RunsJobsOnOneOtherThread) {
  Count count;
  for (int i = 1; i <= 2000; ++i) {
    ASSERT_EQ(service.run(count, kLong), Service::End::Done);
    ASSERT_EQ(count.runs, i);
  }
  EXPECT_NE(count.thread, os::currentThread());
}

TEST_F(ServiceTest, WakesASleepingThread) {
  Count count;
  for (int i = 1; i <= 5; ++i) {
    ASSERT_EQ(service.run(count, kLong), Service::End::Done);
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
  }
  EXPECT_EQ(count.runs, 5);
}

TEST_F(ServiceTest, StartsAgainAfterItsEnd) {
  Count count;
  for (int i = 1; i <= 20; ++i) {
    ASSERT_EQ(service.run(count, kLong), Service::End::Done);
    service.stop();
  }
  EXPECT_EQ(count.runs, 20);
}

TEST_F(ServiceTest, WorksWithoutFutexes) {
  os::failHook.store([](os::Call call) { return call == os::Call::FutexWait || call == os::Call::FutexWake; });
  Count count;
  for (int i = 1; i <= 5; ++i) {
    ASSERT_EQ(service.run(count, kLong), Service::End::Done);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_EQ(count.runs, 5);
}

TEST_F(ServiceTest, SaysIfThereIsNoThread) {
  os::failHook.store([](os::Call call) { return call == os::Call::CreateThread; });
  Count count;
  EXPECT_EQ(service.run(count, kLong), Service::End::NotStarted);
  EXPECT_EQ(count.runs, 0);
  os::failHook.store(nullptr);
  EXPECT_EQ(service.run(count, kLong), Service::End::Done);
}

TEST_F(ServiceTest, RunsOnMoreStackThanAProgramMayHave) {
  struct Deep : Job {
    static void dig(Job &) {
      volatile char large[4 << 20];
      large[0] = 1;
      large[sizeof large - 1] = 1;
    }
  };
  struct Args {
    Service &service;
    Deep job;
    Service::End end;
  } args = {service, {}, Service::End::NotStarted};
  args.job.run = Deep::dig;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 128 << 10);
  pthread_t thread;
  ASSERT_EQ(pthread_create(
                &thread, &attributes,
                [](void *argument) -> void * {
                  auto &self = *static_cast<Args *>(argument);
                  self.end = self.service.run(self.job, kLong);
                  return nullptr;
                },
                &args),
            0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  EXPECT_EQ(args.end, Service::End::Done);
}

TEST(ServiceHung, GivesUpAndNeverAsksAgain) {
  static Service service;
  static std::atomic<bool> released, returned;
  static struct Hang : Job {
  } hang;
  hang.run = [](Job &) {
    while (!released)
      std::this_thread::yield();
    returned = true;
  };
  EXPECT_EQ(service.run(hang, 20'000'000), Service::End::GivenUp);
  EXPECT_STREQ(service.whyUnusable(), "it has stopped answering");
  Count count;
  EXPECT_EQ(service.run(count, kLong), Service::End::NotStarted);
  released = true;
  while (!returned)
    std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_STREQ(service.whyUnusable(), "it has stopped answering");
}
