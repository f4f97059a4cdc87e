; RUN: env XCC_OPTIONS=warn=1 %opt -passes=xc-extract -disable-output %s 2>&1 | %FileCheck %s
; CHECK: warning: loop declined: an instruction that cannot be moved to another thread
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @vote(i32) convergent nounwind memory(none) willreturn

define void @f(ptr %a, i64 %n) {
entry:
  %enter = icmp sgt i64 %n, 0
  br i1 %enter, label %loop, label %exit
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x = trunc i64 %i to i32
  %v = call i32 @vote(i32 %x)
  %p = getelementptr i32, ptr %a, i64 %i
  store i32 %v, ptr %p
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
