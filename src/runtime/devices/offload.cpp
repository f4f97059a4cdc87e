/// SPDX-License-Identifier: Apache-2.0
#include "runtime/devices/offload.h"

#include "base/text.h"
#include "runtime/devices/registry.h"
#include "runtime/devices/service.h"
#include "runtime/devices/slices.h"
#include "runtime/float_env.h"

#include <new>
#include <string.h>

namespace xc::rt {

/// Copies above this size (bytes) are made only if they fit twice into the memory that is free.
constexpr uint64_t kSmallCopies = uint64_t(64) << 20;
/// Threads of a launch for each one that the device runs at a time: enough to hide that they do not end together.
constexpr uint64_t kWaves = 8;
/// Reduction records of a run at most, unless a fixed tree asks for more: they are folded here.
constexpr uint64_t kMostRecords = uint64_t(1) << 16;
/// A driver may need long to find its devices (ns).
constexpr uint64_t kOpeningTime = 60'000'000'000;
/// A device copies at least a byte in so many ns.
constexpr uint64_t kTimePerByte = 10;

std::atomic<uint64_t> devicePatience = 10'000'000'000;

static Service service;
/// A device has been entered, so that what is left is to run.
static bool isOpened;

namespace {

/// What the device thread is asked to do. If it never comes back all this is left to it.
struct OffloadJob : Job {
  // The question.
  DeviceChoice choice;
  blob::View kernels; ///< Of the program, which may be gone by the time that a driver comes back. Needed up to load().
  int64_t n;
  bool fixedTree, reduces;
  Slices slices;
  unsigned char *memory; ///< Its own memory, for what follows.
  unsigned char *before; ///< The slices that are in and out, one behind the other.
  unsigned char *after;  ///< The slices that are out.
  /// The parameter record, which has the device's addresses once that of its memory has been added to
  alignas(16) unsigned char record[blob::kMostRecordSize];
  uint32_t recordSize;
  uint64_t pointers[blob::kMostRecordSize / 8 / 64 + 1]; ///< the words of these numbers, one bit each.

  // The answer.
  const char *device;
  Status status;
  unsigned char *results; ///< The reduction records.
  uint32_t resultStride;
  uint64_t resultCount;
};

} // namespace

static unsigned char *bytesAt(uint64_t address) { return reinterpret_cast<unsigned char *>(uintptr_t(address)); }

static Status refused(const char *why) { return {Status::Absent, 0, why}; }

//===----------------------------------------------------------------------===//
// On the device thread
//===----------------------------------------------------------------------===//

/// How a run is cut into threads.
static Status shape(const OffloadJob &job, const blob::KernelView &view, const DeviceProperties &properties,
                    Launch &launch) {
  const blob::Kernel &kernel = view.kernel;
  const bool grains = kernel.order == uint32_t(blob::Order::Grains);
  if (kernel.needs & ~properties.offers)
    return refused("the device cannot do what its kernel needs");
  if (kernel.groupSize > properties.mostGroupSize || (kernel.mostItems != 0 && uint64_t(job.n) > kernel.mostItems))
    return refused("its kernel is not for so many items");
  if (job.fixedTree && !grains)
    return refused("its kernel does not keep to the tree of its reduction");
  launch.groupSize = kernel.groupSize;
  launch.lo = 0;
  launch.hi = job.n;
  launch.grain = 0;
  uint64_t threads = uint64_t(job.n);
  const uint64_t most = grains || job.reduces ? kMostRecords : kWaves * properties.threads;
  if (job.fixedTree) {
    const Grains tree = grainsOf(job.n);
    launch.grain = tree.size;
    threads = tree.count;
  } else if (grains) {
    launch.grain = int64_t((threads + most - 1) / most);
    threads = (threads + uint64_t(launch.grain) - 1) / uint64_t(launch.grain);
  } else if (threads > most) {
    threads = most;
  }
  launch.groups = (threads + kernel.groupSize - 1) / kernel.groupSize;
  if (launch.groups > properties.mostGroups) {
    if (grains)
      return refused("its kernel is not for so many items");
    launch.groups = properties.mostGroups;
  }
  return {};
}

/// Turns places in the device's memory into addresses.
static void addToPointers(OffloadJob &job, DeviceAddress memory) {
  for (uint32_t word = 0; word < blob::kMostRecordSize / 8; ++word)
    if (job.pointers[word / 64] >> (word % 64) & 1) {
      uint64_t place;
      memcpy(&place, job.record + word * 8, sizeof place);
      place += memory;
      memcpy(job.record + word * 8, &place, sizeof place);
    }
}

static Status copySlicesIn(const OffloadJob &job, const Device &device, DeviceAddress memory) {
  const unsigned char *kept = job.before;
  for (uint32_t i = 0; i < job.slices.count; ++i) {
    const Slice &slice = job.slices.slices[i];
    if (!slice.in)
      continue;
    const unsigned char *from = slice.out ? kept : bytesAt(slice.lo);
    const Status status = device.copyIn(memory + slice.place, from, slice.bytes());
    if (!status.isOk())
      return status;
    kept += slice.out ? slice.bytes() : 0;
  }
  return {};
}

static Status copySlicesOut(const OffloadJob &job, const Device &device, DeviceAddress memory) {
  unsigned char *to = job.after;
  for (uint32_t i = 0; i < job.slices.count; ++i) {
    const Slice &slice = job.slices.slices[i];
    if (!slice.out)
      continue;
    const Status status = device.copyOut(to, memory + slice.place, slice.bytes());
    if (!status.isOk())
      return status;
    to += slice.bytes();
  }
  return {};
}

static Status runThere(OffloadJob &job, OpenDevice &open) {
  const Device &device = open.table();
  blob::KernelView kernel;
  if (!job.kernels.find(device.form, 0, kernel))
    return refused("it has no kernel for this device");
  Launch launch = {};
  if (const Status status = shape(job, kernel, open.properties(), launch); !status.isOk())
    return status;
  if (const Status status = open.load(job.kernels, kernel, launch.kernel); !status.isOk())
    return status;

  job.resultCount = 0;
  if (job.reduces) {
    const uint64_t threads = launch.groups * launch.groupSize;
    const uint64_t grain = launch.grain != 0 ? uint64_t(launch.grain) : 1;
    const uint64_t used = (uint64_t(job.n) + grain - 1) / grain;
    job.resultCount = used < threads ? used : threads;
  }
  const uint64_t resultPlace = (job.slices.bytes + kDeviceAlign - 1) / kDeviceAlign * kDeviceAlign;
  const uint64_t resultBytes = job.resultCount * job.resultStride;
  DeviceAddress memory = 0;
  if (const Status status = open.reserve(resultPlace + resultBytes + 1, memory); !status.isOk())
    return status;
  launch.results = resultBytes != 0 ? memory + resultPlace : 0;
  addToPointers(job, memory);
  launch.record = job.record;
  launch.recordSize = job.recordSize;

  if (const Status status = copySlicesIn(job, device, memory); !status.isOk())
    return status;
  if (const Status status = device.launch(launch); !status.isOk())
    return status;
  if (const Status status = device.wait(); !status.isOk())
    return status;
  if (const Status status = copySlicesOut(job, device, memory); !status.isOk())
    return status;
  if (resultBytes == 0)
    return {};
  job.results = static_cast<unsigned char *>(os::allocate(resultBytes));
  if (!job.results)
    return refused("no memory for the reduction");
  return device.copyOut(job.results, launch.results, resultBytes);
}

static void runJob(Job &base) {
  OffloadJob &job = static_cast<OffloadJob &>(base);
  OpenDevice *open = enterDevice(job.choice, job.status);
  if (!open)
    return;
  job.device = open->table().name;
  job.status = open->note(runThere(job, *open));
}

/// Opening has a job of its own, which may take longer.
static void openJob(Job &base) {
  OffloadJob &job = static_cast<OffloadJob &>(base);
  if (OpenDevice *open = enterDevice(job.choice, job.status))
    job.device = open->table().name;
}

//===----------------------------------------------------------------------===//
// On the program's thread
//===----------------------------------------------------------------------===//

static void release(OffloadJob *job) {
  os::release(job->results);
  os::release(job->memory);
  os::release(job);
}

/// Makes room for what comes back, and keeps what is there of it. Null, or why it cannot.
static const char *keep(OffloadJob &job) {
  Slices &slices = job.slices;
  uint64_t both = 0;
  for (uint32_t i = 0; i < slices.count; ++i)
    both += slices.slices[i].in && slices.slices[i].out ? slices.slices[i].bytes() : 0;
  const uint64_t bytes = both + slices.bytesOut;
  if (bytes > kSmallCopies && os::freeMemory() / 2 < bytes)
    return "no memory for copies";
  job.memory = static_cast<unsigned char *>(os::allocate(bytes + 1));
  if (!job.memory)
    return "no memory for copies";
  job.before = job.memory;
  job.after = job.memory + both;
  unsigned char *to = job.before;
  for (uint32_t i = 0; i < slices.count; ++i) {
    const Slice &slice = slices.slices[i];
    if (!slice.in || !slice.out)
      continue;
    if (!os::copyIfReadable(to, bytesAt(slice.lo), slice.bytes()))
      return "a part of an array is not there";
    to += slice.bytes();
  }
  return nullptr;
}

/// Writes those parts of a slice that the device has changed: a slice may hold bytes that the block never touches, and
/// other threads may.
template <class Part>
static void writeChanged(const Slice &slice, const unsigned char *after, const unsigned char *before) {
  for (uint64_t at = slice.lo; at < slice.hi;) {
    // Long stretches are equal, or differ in each part.
    constexpr uint64_t kStretch = 512;
    const uint64_t end = slice.hi - at < kStretch ? slice.hi : at + kStretch;
    const uint64_t offset = at - slice.lo;
    if (memcmp(after + offset, before + offset, end - at) != 0)
      for (uint64_t k = 0; k < end - at; k += sizeof(Part)) {
        Part is, was;
        memcpy(&is, after + offset + k, sizeof is);
        memcpy(&was, before + offset + k, sizeof was);
        if (is != was)
          memcpy(bytesAt(at + k), &is, sizeof is);
      }
    at = end;
  }
}

/// Lets the program see what the device has done.
static void commit(const OffloadJob &job, const Run &run) {
  const unsigned char *after = job.after, *before = job.before;
  for (uint32_t i = 0; i < job.slices.count; ++i) {
    const Slice &slice = job.slices.slices[i];
    if (!slice.out)
      continue;
    if (!slice.in) {
      memcpy(bytesAt(slice.lo), after, slice.bytes());
    } else {
      switch (slice.grain) {
      case 8:
        writeChanged<uint64_t>(slice, after, before);
        break;
      case 4:
        writeChanged<uint32_t>(slice, after, before);
        break;
      case 2:
        writeChanged<uint16_t>(slice, after, before);
        break;
      default:
        writeChanged<uint8_t>(slice, after, before);
      }
      before += slice.bytes();
    }
    after += slice.bytes();
  }
  for (uint64_t i = 0; i < job.resultCount; ++i)
    run.block.fold(run.result, job.results + i * job.resultStride);
}

/// Makes the parameter record, with places in the device's memory instead of the program's addresses.
static void makeRecord(OffloadJob &job, const Run &run) {
  const blob::Header &header = job.kernels.header();
  job.recordSize = header.recordSize;
  memcpy(job.record, run.captures, header.captureSize);
  for (uint32_t i = 0; i < header.pointers; ++i) {
    const blob::Pointer pointer = job.kernels.pointer(i);
    const uint32_t word = pointer.place / 8;
    if (job.pointers[word / 64] >> (word % 64) & 1)
      continue; // All arrays that one place reaches have the same shift.
    job.pointers[word / 64] |= uint64_t(1) << (word % 64);
    uint64_t address = 0;
    if (pointer.source == blob::Pointer::Object)
      address = uint64_t(uintptr_t(run.block.arrays[pointer.array].object));
    else
      memcpy(&address, job.record + pointer.place, sizeof address);
    address += job.slices.shift[pointer.array];
    memcpy(job.record + pointer.place, &address, sizeof address);
  }
}

/// Null, or why the run cannot be a job.
static const char *prepare(const Run &run, DeviceChoice choice, OffloadJob &job) {
  const xcrt_block &block = run.block;
  job.choice = choice;
  job.n = run.n;
  job.fixedTree = run.fixedTree();
  job.reduces = run.reduces();
  const Bytes bytes = {static_cast<const unsigned char *>(block.kernels), block.kernels_size};
  if (const char *wrong = blob::View::openOwn(bytes, job.kernels))
    return wrong;
  const blob::Header &header = job.kernels.header();
  if ((header.flags & blob::UsesFloats) && !isPlain(readFloatControl(), block.flags & XCRT_INEXACT))
    return "the rounding mode, or another control of floating-point numbers, is not the usual one";
  if (const char *why = findSlices(run, job.kernels, job.slices))
    return why;
  makeRecord(job, run);
  job.resultStride = block.result_size != 0
                         ? (block.result_size + block.result_align - 1) / block.result_align * block.result_align
                         : 0;
  return keep(job);
}

static Service::End runWithin(OffloadJob &job, void (*what)(Job &), uint64_t time) {
  job.run = what;
  return service.run(job, time);
}

Outcome runOnDevice(const Run &run, Root &root, DeviceChoice choice) {
  const char *name = choice == DeviceChoice::Cuda ? "cuda" : "gpu";
  auto failed = [&](Status status) { return Outcome{.onDevice = {name, status}}; };
  if (const char *why = service.whyUnusable())
    return failed(refused(why));
  void *room = os::allocate(sizeof(OffloadJob));
  if (!room)
    return failed(refused("no memory for copies"));
  auto *job = new (room) OffloadJob();
  const char *why = prepare(run, choice, *job);
  Service::End end = Service::End::Done;
  if (!why && !isOpened) {
    end = runWithin(*job, openJob, kOpeningTime + devicePatience.load(std::memory_order_relaxed));
    isOpened = end == Service::End::Done && job->status.isOk();
    if (end == Service::End::Done && !isOpened && firstTime(root, SaidNoDevice)) {
      Text line;
      line << "xcc: warning: XC_PAR: no device for '" << name << "' here (" << job->status.what
           << "), running as with auto\n";
      os::writeError(line.data(), line.size());
    }
  }
  if (!why && end == Service::End::Done && job->status.isOk())
    end = runWithin(*job, runJob,
                    devicePatience.load(std::memory_order_relaxed) + run.work +
                        kTimePerByte * (job->slices.bytesIn + job->slices.bytesOut));
  if (end == Service::End::GivenUp) // The job is the thread's now.
    return failed({Status::Lost, 0, "it does not answer"});
  if (end == Service::End::NotStarted)
    why = "no thread for it";

  name = job->device ? job->device : name;
  Outcome outcome = failed(why ? refused(why) : job->status);
  if (outcome.onDevice.status.isOk()) {
    commit(*job, run);
    outcome.ran = true;
    outcome.how = name;
    outcome.onDevice.bytesIn = job->slices.bytesIn;
    outcome.onDevice.bytesOut = job->slices.bytesOut;
    outcome.onDevice.mayDiffer = job->kernels.header().flags & blob::CallsMath;
  }
  release(job);
  return outcome;
}

void shutDownDevices() {
  service.stop();
  closeDevices();
  isOpened = false;
}

} // namespace xc::rt
