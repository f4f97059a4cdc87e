; Functions that extraction takes for pure by their attributes, whatever is in them.
; RUN: env "XCC_OPTIONS=kernels=ptx;warn-gpu=1;gate=0" %opt -disable-output -passes=xc-extract %s 2>&1 | %FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@local = internal thread_local global i32 7
@count = internal global i32 7
@pointer = internal constant [2 x ptr] [ptr @count, ptr @count]

; CHECK-DAG: block stays on the CPU: a function that calls itself ('recursive')
define internal i32 @recursive(i32 %x) #0 {
  %stop = icmp slt i32 %x, 1
  br i1 %stop, label %done, label %more
more:
  %less = sub i32 %x, 1
  %r = call i32 @recursive(i32 %less) #0
  br label %done
done:
  %result = phi i32 [ 1, %0 ], [ %r, %more ]
  ret i32 %result
}

; CHECK-DAG: block stays on the CPU: volatile or atomic access
define internal i32 @volatile(i32 %x) #0 {
  %a = alloca i32
  store volatile i32 %x, ptr %a
  %r = load volatile i32, ptr %a
  ret i32 %r
}

; CHECK-DAG: block stays on the CPU: a thread-local variable ('local')
define internal i32 @threadlocal(i32 %x) #0 {
  %r = load i32, ptr @local
  ret i32 %r
}

; CHECK-DAG: block stays on the CPU: assembly for the CPU
define internal i32 @assembly(i32 %x) #0 {
  %r = call i32 asm "bsrl $1, $0", "=r,r"(i32 %x) #0
  ret i32 %r
}

; CHECK-DAG: block stays on the CPU: call through a pointer
define internal i32 @indirect(i32 %x) #0 {
  %p = alloca ptr
  %f = load ptr, ptr %p
  %r = call i32 null(i32 %x) #0
  ret i32 %r
}

; CHECK-DAG: block stays on the CPU: a function with variable arguments ('variable')
define internal i32 @variable(i32 %x, ...) #0 {
  ret i32 %x
}

; CHECK-DAG: block stays on the CPU: an exception may be thrown
define internal i32 @throwing(i32 %x) #0 personality ptr @personality {
  %r = invoke i32 @quiet(i32 %x) to label %done unwind label %pad
done:
  ret i32 %r
pad:
  %p = landingpad { ptr, i32 } catch ptr null
  ret i32 0
}
define internal i32 @quiet(i32 %x) #0 {
  ret i32 %x
}
declare i32 @personality(...)

; CHECK-DAG: block stays on the CPU: an operation that GPUs do not have (llvm.x86.
define internal i32 @special(i32 %x) #0 {
  %r = call i32 @llvm.x86.bmi.pext.32(i32 %x, i32 255)
  ret i32 %r
}
declare i32 @llvm.x86.bmi.pext.32(i32, i32)

attributes #0 = { memory(none) nounwind willreturn noinline }

define void @run_recursive(i64 %n, ptr noalias %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x = trunc i64 %i to i32
  %r = call i32 @recursive(i32 %x) #0
  %p = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %r, ptr %p
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, 1000000
  br i1 %more, label %loop, label %done
done:
  ret void
}

define void @run_volatile(i64 %n, ptr noalias %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x = trunc i64 %i to i32
  %r = call i32 @volatile(i32 %x) #0
  %p = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %r, ptr %p
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, 1000000
  br i1 %more, label %loop, label %done
done:
  ret void
}

define void @run_threadlocal(i64 %n, ptr noalias %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x = trunc i64 %i to i32
  %r = call i32 @threadlocal(i32 %x) #0
  %p = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %r, ptr %p
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, 1000000
  br i1 %more, label %loop, label %done
done:
  ret void
}

define void @run_assembly(i64 %n, ptr noalias %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x = trunc i64 %i to i32
  %r = call i32 @assembly(i32 %x) #0
  %p = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %r, ptr %p
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, 1000000
  br i1 %more, label %loop, label %done
done:
  ret void
}

define void @run_indirect(i64 %n, ptr noalias %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x = trunc i64 %i to i32
  %r = call i32 @indirect(i32 %x) #0
  %p = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %r, ptr %p
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, 1000000
  br i1 %more, label %loop, label %done
done:
  ret void
}

define void @run_variable(i64 %n, ptr noalias %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x = trunc i64 %i to i32
  %r = call i32 (i32, ...) @variable(i32 %x) #0
  %p = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %r, ptr %p
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, 1000000
  br i1 %more, label %loop, label %done
done:
  ret void
}

define void @run_throwing(i64 %n, ptr noalias %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x = trunc i64 %i to i32
  %r = call i32 @throwing(i32 %x) #0
  %p = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %r, ptr %p
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, 1000000
  br i1 %more, label %loop, label %done
done:
  ret void
}

define void @run_special(i64 %n, ptr noalias %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x = trunc i64 %i to i32
  %r = call i32 @special(i32 %x) #0
  %p = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %r, ptr %p
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, 1000000
  br i1 %more, label %loop, label %done
done:
  ret void
}
